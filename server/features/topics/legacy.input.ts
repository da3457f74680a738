import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../core/rest.ts";

/** A list of topics as a legacy client requests it (legacy-facts 3.5). */
@InputType("LegacyTopicList")
export class LegacyTopicList {
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true })
  perPage?: number;
  @Field(() => AnyValue, {
    nullable: true,
    description: "topicId; content: part of a name; hot; recommended.",
  })
  filter?: unknown;
}
