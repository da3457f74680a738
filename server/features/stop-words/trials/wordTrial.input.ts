import { Field, ID, InputType, Int, registerEnumType } from "type-graphql";

/** Texts that a trial reads. Private messages are none of them. */
export enum TrialKind {
  THREADS = "THREADS",
  REPLIES = "REPLIES",
  /** User names, nicknames and signatures. */
  MEMBERS = "MEMBERS",
}
registerEnumType(TrialKind, {
  name: "StopWordTrialKind",
  description: "What a trial looks through.",
  valuesConfig: {
    MEMBERS: { description: "User names, nicknames and signatures." },
    THREADS: { description: "Titles and texts of threads." },
    REPLIES: { description: "Replies and comments." },
  },
});

/** Most threads, replies or members that one step looks at. */
export const STEP_MAX = 500;

/** One step of a trial: which words, on which texts. */
@InputType("StopWordTrialInput", { description: "A step of trying stop words on what was written before." })
export class StopWordTrialInput {
  @Field(() => [String], {
    nullable: true,
    description: "Lines as for an import, at most 10,000; the stored list without them.",
  })
  lines?: string[] | null;

  @Field(() => TrialKind, { description: "What is looked through." })
  kind!: TrialKind;

  @Field(() => ID, { nullable: true, description: "Goes on below this id: the lastId of the step before." })
  below?: string | null;

  @Field(() => Int, { defaultValue: STEP_MAX, description: "At most 500." })
  first: number = STEP_MAX;
}
