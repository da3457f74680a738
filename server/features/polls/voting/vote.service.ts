import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { canVote } from "../../threads/thread.policy.ts";
import { getThread } from "../../threads/thread.service.ts";
import { castVote, checkChoice } from "../castVote.service.ts";
import { Poll } from "../poll.entity.ts";
import { pollVoted } from "../poll.events.ts";
import type { VoteInPollInput } from "../poll.input.ts";
import { getPoll } from "../poll.results.service.ts";

/**
 * Votes in the poll of a thread, in place of the viewer's earlier vote; without options takes the vote back.
 * @emits pollVoted
 * @throws {DomainError} NOT_FOUND for threads that the viewer does not see, and without a poll; FORBIDDEN without
 *   `thread.likePosts`; POLL_CLOSED after its end, and in locked threads; INVALID_PARAMETER for options of other polls,
 *   options twice, and several in a poll of one.
 */
export const voteInPoll = verb({
  name: "voteInPoll",
  who: "member",
  rate: "like",
  idempotent: true,
  async run(ctx: Context, input: VoteInPollInput): Promise<Poll> {
    const threadId = parseId(input.threadId, "threadId");
    const optionIds = input.optionIds.map((id) => parseId(id, "optionIds"));
    const thread = await getThread(ctx, threadId);
    const poll = await getPoll(ctx, thread);
    allow(canVote(ctx.viewer, thread, ctx.now));
    checkChoice(poll, optionIds);
    await inTransaction(ctx, async (ctx) => {
      await castVote(ctx, poll.id, optionIds);
      ctx.emit(pollVoted({ threadId }));
    });
    return ctx.db.findOneByOrFail(Poll, { id: poll.id });
  },
});
