import type { Context } from "../../core/context.ts";
import { rows } from "../../core/sql.ts";

/** A page that is to be read. */
export interface DuePage {
  readonly id: number;
  readonly url: string;
  readonly attempts: number;
  readonly imagePath: string | null;
}

/** Finds pages that are due, one of each host, the longest due first. Raw since it joins a grouped part of the table. */
export function findDuePages(ctx: Context, limit: number): Promise<DuePage[]> {
  return rows<DuePage>(
    ctx,
    `SELECT p.id, p.url, p.attempts, p.imagePath
     FROM (SELECT MIN(d.id) AS id, MIN(d.nextAttemptAt) AS dueAt FROM link_previews d
       WHERE d.nextAttemptAt <= ? GROUP BY d.host ORDER BY dueAt, id LIMIT ${limit}) h
       JOIN link_previews p ON p.id = h.id
     ORDER BY p.id`,
    [ctx.now],
  );
}

/** Finds previews that no text has used since a time. Raw since TypeORM has no NOT EXISTS. */
export async function findUnusedPreviews(ctx: Context, before: Date, limit: number): Promise<number[]> {
  const unused = await rows<{ id: number }>(
    ctx,
    `SELECT p.id FROM link_previews p WHERE p.usedAt < ? AND p.forgottenAt IS NULL AND NOT EXISTS
       (SELECT 1 FROM link_preview_uses u WHERE u.previewId = p.id)
     ORDER BY p.usedAt LIMIT ${limit}`,
    [before],
  );
  return unused.map(({ id }) => Number(id));
}
