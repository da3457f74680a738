import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../../core/rest.ts";

/** A list of threads as a legacy client requests it (legacy-facts 3.5). */
@InputType("LegacyThreadList")
export class LegacyThreadList {
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true })
  perPage?: number;
  @Field(() => Int, {
    nullable: true,
    description: "0 usual, 1 recommended, 2 search, 3 what a paid site shows to all: one page of ten.",
  })
  scope?: number;
  @Field(() => AnyValue, {
    nullable: true,
    description:
      "sort 1–4, essence, attention, types[], search, complex 1–5, toUserId, categoryids[], exclusiveIds[].",
  })
  filter?: unknown;
}
