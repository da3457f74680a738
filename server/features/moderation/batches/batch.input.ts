import { Field, ID, InputType } from "type-graphql";
import { BatchAction } from "./batch.entity.ts";

/** What to do to which threads. */
@InputType("ModerateThreadsInput")
export class ModerateThreadsInput {
  @Field(() => [ID], { description: "At most 100." })
  threadIds!: string[];

  @Field(() => BatchAction)
  action!: BatchAction;

  @Field(() => ID, { nullable: true, description: "Where to; only for MOVE." })
  categoryId?: string | null;

  @Field(() => String, { defaultValue: "" })
  reason!: string;
}
