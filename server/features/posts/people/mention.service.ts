import type { Context } from "../../../core/context.ts";
import { rows } from "../../../core/sql.ts";
import { cleanLine, nameKey } from "../../../core/text.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { getThread } from "../../threads/thread.service.ts";
import type { User } from "../../users/user.entity.ts";
import { getUser } from "../../users/user.service.ts";

/** Members offered behind an @. */
const CANDIDATES_MAX = 8;
/** Sorts behind every character that a name may hold. */
const BEHIND_ALL = "\u{10FFFF}";
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
  const key = nameKey(cleanLine(prefix, "prefix"));
  const taking = threadId === undefined ? [] : await participants(ctx, threadId, key);
  const others =
    key === "" || taking.length >= CANDIDATES_MAX
      ? []
      : await rows<{ id: number }>(
          ctx,
          `SELECT u.id FROM users u WHERE u.nicknameKey >= ? AND u.nicknameKey < ? AND u.status = 0
           ORDER BY u.nicknameKey LIMIT ?`,
          [key, key + BEHIND_ALL, CANDIDATES_MAX + 1],
        );
  const ids = new Set([...taking, ...others.map(({ id }) => id)]);
  ids.delete(ctx.viewer.id);
  return Promise.all([...ids].slice(0, CANDIDATES_MAX).map((id) => getUser(ctx, id)));
}

async function participants(ctx: Context, threadId: number, key: string): Promise<number[]> {
  const thread = await getThread(ctx, threadId);
  const named = thread.isAnonymous ? [] : [thread.authorId];
  const found = await rows<{ id: number }>(
    ctx,
    `SELECT DISTINCT u.id FROM users u WHERE u.nicknameKey >= ? AND u.nicknameKey < ? AND u.status = 0
       AND (u.id IN (SELECT p.authorId FROM posts p
                     WHERE p.threadId = ? AND p.visible = 1 AND p.isAnonymous = 0 AND p.number > ?)
            OR u.id = ?)
     ORDER BY u.id LIMIT ?`,
    [key, key + BEHIND_ALL, threadId, thread.lastNumber - RECENT_POSTS, named[0] ?? 0, CANDIDATES_MAX + 1],
  );
  return found.map(({ id }) => id);
}
