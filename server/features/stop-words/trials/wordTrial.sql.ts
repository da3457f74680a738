import type { Context } from "../../../core/context.ts";
import { rows } from "../../../core/sql.ts";

/** Texts that a trial looks at, newest first. Raw since a trial may read the whole forum, a few columns of each row. */

const NEWEST = "ORDER BY x.id DESC LIMIT ?";

/** A thread with its texts. */
export interface ThreadTexts {
  readonly id: number;
  readonly title: string;
  readonly body: string;
}

/** Reads threads below an id, without deleted ones. */
export function readThreadTextsBelow(ctx: Context, below: number, limit: number): Promise<ThreadTexts[]> {
  const sql = `SELECT x.id, x.title, x.body FROM threads x WHERE x.id < ? AND x.deletedAt IS NULL ${NEWEST}`;
  return rows<ThreadTexts>(ctx, sql, [below, limit]);
}

/** A reply with its text. */
export interface PostTexts {
  readonly id: number;
  readonly threadId: number;
  readonly number: number | null;
  readonly body: string;
}

/** Reads replies and comments below an id, without deleted ones. */
export function readPostTextsBelow(ctx: Context, below: number, limit: number): Promise<PostTexts[]> {
  const sql = `SELECT x.id, x.threadId, x.number, x.body FROM posts x
    WHERE x.id < ? AND x.deletedAt IS NULL ${NEWEST}`;
  return rows<PostTexts>(ctx, sql, [below, limit]);
}

/** A member with the texts of the profile. */
export interface UserTexts {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly signature: string;
}

/** Reads members below an id. */
export function readUserTextsBelow(ctx: Context, below: number, limit: number): Promise<UserTexts[]> {
  const sql = `SELECT x.id, x.username, x.nickname, x.signature FROM users x WHERE x.id < ? ${NEWEST}`;
  return rows<UserTexts>(ctx, sql, [below, limit]);
}
