import { z } from "zod";
import { count, id, text, time } from "./values.ts";

/** Schemas of polls, their options and votes; counters follow from them. */
export const POLL_RECORDS = {
  polls: z.strictObject({
    id,
    threadId: id,
    /** Empty if the title of the thread is the question. */
    title: text(50),
    kind: z.enum(["SINGLE", "MULTIPLE", "RANKED"]),
    isSecret: z.boolean(),
    resultsVisible: z.enum(["ALWAYS", "AFTER_VOTE", "AFTER_END"]),
    endsAt: time.nullable(),
    /** Voters of whom only the number is there; counters follow from it and the votes. */
    namelessVoterCount: count,
    createdAt: time,
  }),
  pollOptions: z.strictObject({
    id,
    pollId: id,
    /** From 1. */
    position: id,
    text: text(100).min(1),
    /** Votes of which only the number is there. */
    namelessCount: count,
  }),
  /** Options that members voted for, of secret polls as well; place 1 is the preferred one of a ranked poll. */
  pollVotes: z.strictObject({ pollId: id, memberId: id, place: id, optionId: id, votedAt: time }),
} as const;
