import { Field, ID, InputType, Int } from "type-graphql";

/** Two threads that become one. */
@InputType("MergeThreadsInput", { description: "Threads that become one." })
export class MergeThreadsInput {
  @Field(() => ID, { description: "The thread that goes; its text becomes a reply." })
  threadId!: string;

  @Field(() => ID, { description: "The thread that stays; what comes is numbered behind its replies." })
  intoThreadId!: string;

  @Field(() => String, { nullable: true, description: "The authors read it; at most 200 characters." })
  reason?: string | null;
}

/** Replies that become a thread of their own. */
@InputType("SplitThreadInput", { description: "Replies that become a thread of their own." })
export class SplitThreadInput {
  @Field(() => ID, { description: "Id of the thread that they leave." })
  threadId!: string;

  @Field(() => String, { description: "Of the new thread." })
  title!: string;

  @Field(() => ID, { nullable: true, description: "Of the new thread; that of the old one without it." })
  categoryId?: string | null;

  @Field(() => Int, { nullable: true, description: "Moves all replies from this number on." })
  fromNumber?: number | null;

  @Field(() => [Int], { nullable: true, description: "Moves these replies, at most 200." })
  numbers?: number[] | null;

  @Field(() => String, { nullable: true, description: "The authors read it; at most 200 characters." })
  reason?: string | null;
}
