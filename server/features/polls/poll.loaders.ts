import { In } from "typeorm";
import { grouped } from "../../core/grouped.ts";
import { defineLoader } from "../../core/loaders.ts";
import { Poll, PollOption, PollVote } from "./poll.entity.ts";

/** Polls by thread, batched; absent for threads without one. */
export const pollOf = defineLoader<number, Poll>("pollOf", async (ctx, threadIds) => {
  const polls = await ctx.db.findBy(Poll, { threadId: In([...threadIds]) });
  return new Map(polls.map((poll) => [poll.threadId, poll]));
});

/** Options by poll, in their order, batched. Callers check who may see their counts. */
export const optionsOf = defineLoader<number, readonly PollOption[]>("optionsOf", async (ctx, pollIds) => {
  const options = await ctx.db.find(PollOption, {
    where: { pollId: In([...pollIds]) },
    order: { position: "ASC" },
  });
  return grouped(options, ({ pollId }) => pollId);
});

/** Options that the viewer voted for, by poll, the preferred first, batched; absent where they have not voted. */
export const ownOptionIdsOf = defineLoader<number, readonly number[]>(
  "ownOptionIdsOf",
  async (ctx, pollIds) => {
    if (!ctx.viewer.isMember || ctx.viewer.isShared) return new Map();
    const votes = await ctx.db.find(PollVote, {
      where: { pollId: In([...pollIds]), userId: ctx.viewer.id },
      order: { place: "ASC" },
    });
    const byPoll = grouped(votes, ({ pollId }) => pollId);
    return new Map([...byPoll].map(([pollId, own]) => [pollId, own.map(({ optionId }) => optionId)]));
  },
);
