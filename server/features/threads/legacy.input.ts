import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../core/rest.ts";

/** Which threads a legacy client lists (legacy-facts 3.5). */
@InputType("LegacyThreadList")
export class LegacyThreadList {
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true })
  perPage?: number;
  @Field(() => Int, { nullable: true })
  scope?: number;
  @Field(() => AnyValue, {
    nullable: true,
    description: "sort 1–4, essence, attention, complex 1–5, toUserId, categoryids[].",
  })
  filter?: unknown;
}

/** Which thread to read. */
@InputType("LegacyThreadRef")
export class LegacyThreadRef {
  @Field(() => Int)
  threadId!: number;
}

/** A new thread as a legacy client says it (legacy-facts 3.5). */
@InputType("LegacyNewThread")
export class LegacyNewThread {
  @Field(() => String)
  title!: string;
  @Field(() => Int)
  categoryId!: number;
  @Field(() => AnyValue, { description: "text, and indexes with pictures (101) and files (108)." })
  content!: unknown;
  @Field(() => Boolean, { nullable: true })
  anonymous?: boolean;
  @Field(() => AnyValue, { nullable: true })
  position?: unknown;
}
