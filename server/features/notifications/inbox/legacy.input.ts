import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../../core/rest.ts";

/** A page of notices (legacy-facts 3.4). */
@InputType("LegacyNoticeList")
export class LegacyNoticeList {
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true, description: "10 unless asked for." })
  perPage?: number;
  @Field(() => AnyValue, { nullable: true, description: "type: a list of types, separated by commas." })
  filter?: unknown;
}

/** Which notices to delete. */
@InputType("LegacyNoticeIds")
export class LegacyNoticeIds {
  @Field(() => String, { description: "A list of ids, separated by commas." })
  id!: string;
}
