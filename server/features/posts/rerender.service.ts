import type { Context } from "../../core/context.ts";
import { MARKDOWN_VERSION } from "../../core/markdown/markdown.ts";
import { rows, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { renderStored } from "../threads/content.service.ts";
import { relinkTopics } from "../threads/topicLink.service.ts";

/** Bodies of one round; rendering is slow, and others want to be answered in between. */
const BODIES_PER_ROUND = 100;

interface Stored {
  readonly id: number;
  readonly body: string;
}

/**
 * Renders again what was rendered by older rules, some bodies at a time.
 * @returns how many it rendered; 0 means that all is up to date
 */
export async function renderOldBodies(ctx: Context): Promise<number> {
  let rendered = 0;
  for (const table of ["threads", "posts"] as const) {
    const newTopics = table === "threads";
    const old = await rows<Stored>(
      ctx,
      `SELECT x.id, x.body FROM ${table} x WHERE x.markdownVersion < ? ORDER BY x.markdownVersion, x.id LIMIT ?`,
      [MARKDOWN_VERSION, BODIES_PER_ROUND],
    );
    for (const { id, body } of old) {
      const bodyHtml = await renderStored(ctx, body, { newTopics });
      await inTransaction(ctx, async (ctx) => {
        // Only if nobody has edited it meanwhile.
        const { affected } = await run(
          ctx,
          `UPDATE ${table} SET bodyHtml = ?, markdownVersion = ? WHERE id = ? AND body = ?`,
          [bodyHtml, MARKDOWN_VERSION, id, body],
        );
        if (newTopics && affected > 0 && body.includes("#")) await relinkTopics(ctx, id);
      });
    }
    rendered += old.length;
  }
  return rendered;
}
