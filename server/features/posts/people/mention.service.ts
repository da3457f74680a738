import type { Context } from "../../../core/context.ts";
import { cleanLine, nameKey } from "../../../core/text.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { getThread } from "../../threads/thread.service.ts";
import type { User } from "../../users/user.entity.ts";
import { getUser } from "../../users/user.service.ts";
import { readMembersByPrefix, readParticipants } from "./mention.sql.ts";

/** Members offered behind an @. */
const CANDIDATES_MAX = 8;
/** Replies whose authors count as taking part. */
const RECENT_POSTS = 200;

/**
 * Members whose nickname begins as typed; those who take part in the thread come first. Authors without a name are not
 * among the participants, since being offered first would give them away.
 * @throws {DomainError} LOGIN_REQUIRED for visitors; FORBIDDEN without `user.view`; NOT_FOUND for a thread that the viewer may not see.
 */
export async function mentionCandidates(ctx: Context, prefix: string, threadId?: number): Promise<User[]> {
  allow(mustBeMember(ctx.viewer));
  allow(ctx.viewer.check("user.view"));
  const prefixKey = nameKey(cleanLine(prefix));
  const participants = threadId === undefined ? [] : await participantsOf(ctx, threadId, prefixKey);
  const others =
    prefixKey === "" || participants.length >= CANDIDATES_MAX
      ? []
      : await readMembersByPrefix(ctx, prefixKey, CANDIDATES_MAX + 1);
  const ids = new Set([...participants, ...others]);
  ids.delete(ctx.viewer.id);
  return Promise.all([...ids].slice(0, CANDIDATES_MAX).map((id) => getUser(ctx, id)));
}

async function participantsOf(ctx: Context, threadId: number, prefix: string): Promise<number[]> {
  const thread = await getThread(ctx, threadId);
  return readParticipants(ctx, {
    threadId,
    afterNumber: thread.lastNumber - RECENT_POSTS,
    authorId: thread.isAnonymous ? 0 : thread.authorId,
    prefix,
    limit: CANDIDATES_MAX + 1,
  });
}
