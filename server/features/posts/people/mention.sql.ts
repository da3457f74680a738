import type { Context } from "../../../core/context.ts";
import { rows } from "../../../core/sql.ts";

/** Sorts behind every character that a name may hold. */
const BEHIND_ALL = "\u{10FFFF}";

/** Completions of a nickname. Raw since they run with each key typed behind an @. */

/** Reads members whose nickname key begins with a prefix, in the order of the keys. */
export async function readMembersByPrefix(ctx: Context, prefix: string, limit: number): Promise<number[]> {
  const members = await rows<{ id: number }>(
    ctx,
    `SELECT u.id FROM users u WHERE u.nicknameKey >= ? AND u.nicknameKey < ? AND u.status = 0
     ORDER BY u.nicknameKey LIMIT ?`,
    [prefix, prefix + BEHIND_ALL, limit],
  );
  return members.map(({ id }) => id);
}

/** Participants of a thread. */
export interface ParticipantRequest {
  readonly threadId: number;
  /** Replies after this number count. */
  readonly afterNumber: number;
  /** A member who counts anyway; 0 for none. */
  readonly authorId: number;
  readonly prefix: string;
  readonly limit: number;
}

/** Reads members who wrote in a thread by name and whose nickname key begins with a prefix. */
export async function readParticipants(ctx: Context, request: ParticipantRequest): Promise<number[]> {
  const { threadId, afterNumber, authorId, prefix, limit } = request;
  const members = await rows<{ id: number }>(
    ctx,
    `SELECT DISTINCT u.id FROM users u WHERE u.nicknameKey >= ? AND u.nicknameKey < ? AND u.status = 0
       AND (u.id IN (SELECT p.authorId FROM posts p
                     WHERE p.threadId = ? AND p.visible = 1 AND p.isAnonymous = 0 AND p.number > ?)
            OR u.id = ?)
     ORDER BY u.id LIMIT ?`,
    [prefix, prefix + BEHIND_ALL, threadId, afterNumber, authorId, limit],
  );
  return members.map(({ id }) => id);
}
