import { Field, ID, InputType } from "type-graphql";
import { BatchAction } from "./batch.entity.ts";

/** An action on several threads. */
@InputType("ModerateThreadsInput", { description: "One action on several threads." })
export class ModerateThreadsInput {
  @Field(() => [ID], { description: "At most 100." })
  threadIds!: string[];

  @Field(() => BatchAction, { description: "What is done to all of them; not BAN." })
  action!: BatchAction;

  @Field(() => ID, { nullable: true, description: "Where to; only for MOVE." })
  categoryId?: string | null;

  @Field(() => String, { defaultValue: "", description: "What their authors are told and the log says." })
  reason!: string;
}
