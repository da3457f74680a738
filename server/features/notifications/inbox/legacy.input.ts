import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../../core/rest.ts";

/** A page of notifications (legacy-facts 3.4). */
@InputType("LegacyNotificationList")
export class LegacyNotificationList {
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true, description: "10 unless asked for." })
  perPage?: number;
  @Field(() => AnyValue, { nullable: true, description: "type: a list of types, separated by commas." })
  filter?: unknown;
}

/** Which notifications to delete. */
@InputType("LegacyNotificationIds")
export class LegacyNotificationIds {
  @Field(() => String, { description: "A list of ids, separated by commas." })
  id!: string;
}
