import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { getThread } from "../../threads/thread.service.ts";
import { legacyPoll } from "../legacyPolls.ts";
import { VoteInPollInput } from "../poll.input.ts";
import { checkInput } from "../../../core/validation.ts";
import { getPoll } from "../poll.results.service.ts";
import type { LegacyVote } from "./legacy.input.ts";
import { voteInPoll } from "./vote.service.ts";

/**
 * Votes for an old client, in place of an earlier vote.
 * @returns the poll as it is read with its thread
 * @throws {DomainError} as `voteInPoll`; INVALID_PARAMETER for the id of another poll, and without options
 */
export async function voteForLegacy(ctx: Context, { threadId, vote }: LegacyVote): Promise<object> {
  const { id, subitemIds } = (vote !== null && typeof vote === "object" ? vote : {}) as {
    id?: unknown;
    subitemIds?: unknown;
  };
  if (!Array.isArray(subitemIds) || subitemIds.length === 0)
    throw invalid("vote", "请选择投票选项", "Choose at least one option.");
  const thread = await getThread(ctx, threadId);
  const poll = await getPoll(ctx, thread);
  if (id !== undefined && String(id) !== String(poll.id))
    throw invalid("vote", "这个帖子没有该投票", "This thread has no such vote.");
  const optionIds = subitemIds.map(String);
  const input = Object.assign(new VoteInPollInput(), { threadId: String(threadId), optionIds });
  await voteInPoll(ctx, checkInput(input));
  return legacyPoll(ctx, await getThread(ctx, threadId));
}
