import { In, MoreThan } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { grouped } from "../../../core/grouped.ts";
import { parseId, parseOptionalId } from "../../../core/ids.ts";
import { preload } from "../../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { getThread } from "../../threads/thread.service.ts";
import { userById } from "../../users/user.loaders.ts";
import { PollKind, PollVote } from "../poll.entity.ts";
import { getPoll, seesResults } from "../poll.results.service.ts";
import type { PollVoter } from "../poll.view.ts";

const LIST = "pollVoters";

/** Voters of one option, or of all. */
export interface VotersOf {
  readonly threadId: string;
  readonly optionId?: string | null;
}

/**
 * Lists who voted in a poll that is not secret, in the order of their registration; of a ranked poll those who prefer the
 * option to all others. Members see it together with the results.
 * @throws {DomainError} NOT_FOUND for threads that the viewer does not see, and without a poll; LOGIN_REQUIRED; FORBIDDEN
 *   for secret polls, to staff as well, and while results are hidden.
 */
export async function listPollVoters(
  ctx: Context,
  { threadId, optionId }: VotersOf,
  page: PageRequest,
): Promise<Connection<PollVoter>> {
  const first = checkFirst(page.first);
  const after = page.after ? Number(decodeCursor(LIST, page.after, ["number"])[0]) : null;
  const option = parseOptionalId(optionId, "optionId");
  const poll = await getPoll(ctx, await getThread(ctx, parseId(threadId, "threadId")));
  allow(mustBeMember(ctx.viewer));
  if (poll.isSecret || !(await seesResults(ctx, poll))) throw new DomainError("FORBIDDEN");
  const { id: pollId, kind } = poll;
  const isFirst = option === undefined || kind === PollKind.RANKED;
  const votes = await ctx.db.find(PollVote, {
    where: {
      pollId,
      ...(option === undefined ? {} : { optionId: option }),
      ...(isFirst ? { place: 1 } : {}),
      ...(after === null ? {} : { userId: MoreThan(after) }),
    },
    order: { userId: "ASC" },
    take: first + 1,
  });
  const userIds = votes.map(({ userId }) => userId);
  await preload(ctx, userById, userIds);
  const all = await ctx.db.find(PollVote, {
    where: { pollId, userId: In(userIds) },
    order: { place: "ASC" },
  });
  const choices = grouped(all, ({ userId }) => userId);
  const voters = votes.map(({ userId, votedAt }) => {
    const optionIds = choices.get(userId)!.map(({ optionId }) => optionId);
    return { userId, votedAt, optionIds };
  });
  return pageOf(voters, first, ({ userId }) => encodeCursor(LIST, [userId]), after !== null);
}
