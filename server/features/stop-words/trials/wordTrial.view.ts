import { Field, ID, Int, ObjectType } from "type-graphql";
import { StopWordAction } from "../stopWord.entity.ts";
import { CensoredField } from "../stopWord.view.ts";

/** A place where a word was found. */
@ObjectType("StopWordExample", { simpleResolvers: true, description: "A place where a word was found." })
export class StopWordExample {
  @Field(() => String, { description: "The text before it, cut." })
  before!: string;
  @Field(() => String, { description: "As it is written there." })
  found!: string;
  @Field(() => String, { description: "The text behind it, cut." })
  after!: string;
  @Field(() => ID, { nullable: true, description: "The thread that it was found in; null if elsewhere." })
  threadId!: number | null;
  @Field(() => ID, { nullable: true, description: "The reply that it was found in; null if elsewhere." })
  postId!: number | null;
  @Field(() => Int, { nullable: true, description: "The number of the reply." })
  number!: number | null;
  @Field(() => ID, { nullable: true, description: "The member, for names and signatures." })
  userId!: number | null;
}

/** Matches of one word in one kind of field. */
@ObjectType("StopWordFinding", { simpleResolvers: true, description: "What a word would do." })
export class StopWordFinding {
  @Field(() => String, { description: "The stop word." })
  word!: string;
  @Field(() => StopWordAction, { description: "What would happen." })
  action!: StopWordAction;
  @Field(() => CensoredField, { description: "The kind of text that it was found in." })
  field!: CensoredField;
  @Field(() => Int, { description: "How often it was found." })
  count!: number;
  @Field(() => Int, { description: "In how many texts." })
  texts!: number;
  @Field(() => [StopWordExample], { description: "The newest places, at most three." })
  examples!: StopWordExample[];
}

/** One step of a trial. */
@ObjectType("StopWordTrial", { simpleResolvers: true, description: "One step of a trial." })
export class StopWordTrial {
  @Field(() => Int, { description: "Threads, replies or members that were looked at." })
  looked!: number;
  @Field(() => ID, { nullable: true, description: "Where the next step begins; null if there are no more." })
  lastId!: number | null;
  @Field(() => Int, { description: "Words that were tried." })
  words!: number;
  @Field(() => Int, { description: "Lines that say nothing or too much." })
  dropped!: number;
  @Field(() => [StopWordFinding], { description: "Words that were found, most frequent first." })
  findings!: StopWordFinding[];
}
