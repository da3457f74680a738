import type { Context } from "../../core/context.ts";
import { MARKDOWN_VERSION } from "../../core/markdown/markdown.ts";
import { unhurried } from "../../core/slices.ts";
import { rows, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { renderStored } from "../threads/content.service.ts";
import { relinkTopics } from "../threads/topicLink.service.ts";

/** Bodies that are read at a time. */
const BODIES_PER_READ = 100;
/** Longest time that one call renders, in milliseconds; the next one goes on. */
const RENDER_MS = 5_000;

interface Stored {
  readonly id: number;
  readonly body: string;
}

/**
 * Renders again what was rendered by older rules, for some seconds and with rests in which others are answered. Excerpts and
 * plain text follow, so that a change of the rules is all that fills in new columns.
 * @returns how many it rendered; 0 means that all is up to date
 */
export async function renderOldBodies(
  ctx: Context,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const pause = unhurried(signal);
  const until = performance.now() + RENDER_MS;
  let rendered = 0;
  for (const table of ["threads", "posts"] as const) {
    while (performance.now() < until) {
      const old = await rows<Stored>(
        ctx,
        `SELECT x.id, x.body FROM ${table} x WHERE x.markdownVersion < ? ORDER BY x.markdownVersion, x.id LIMIT ?`,
        [MARKDOWN_VERSION, BODIES_PER_READ],
      );
      for (const each of old) {
        await renderAgain(ctx, table, each);
        await pause();
      }
      rendered += old.length;
      if (old.length < BODIES_PER_READ) break;
    }
  }
  return rendered;
}

async function renderAgain(ctx: Context, table: "threads" | "posts", { id, body }: Stored): Promise<void> {
  const newTopics = table === "threads";
  const { bodyHtml, markdownVersion, excerpt, plainText } = await renderStored(ctx, body, { newTopics });
  await inTransaction(ctx, async (ctx) => {
    // Only if nobody has edited it meanwhile.
    const { affected } = await run(
      ctx,
      `UPDATE ${table} SET bodyHtml = ?, markdownVersion = ?, excerpt = ?, plainText = ? WHERE id = ? AND body = ?`,
      [bodyHtml, markdownVersion, excerpt, plainText, id, body],
    );
    if (newTopics && affected > 0 && body.includes("#")) await relinkTopics(ctx, id);
  });
}
