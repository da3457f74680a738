import { LessThan } from "typeorm";
import type { Context } from "../../core/context.ts";
import { MARKDOWN_VERSION } from "../../core/markdown/markdown.ts";
import { unhurried } from "../../core/slices.ts";
import { inTransaction } from "../../core/transaction.ts";
import { renderStored } from "../threads/content/content.service.ts";
import { Thread } from "../threads/thread.entity.ts";
import { storeRendered } from "../threads/thread.upkeep.service.ts";
import { relinkTopics } from "../threads/topics/topicLink.service.ts";
import { Post } from "./post.entity.ts";

/** Bodies that are read at a time. */
const BODIES_PER_READ = 100;
/** Longest time that one call renders, in milliseconds; the next one goes on. */
const RENDER_MS = 5_000;

interface Stored {
  readonly id: number;
  readonly body: string;
  readonly bodyHtml: string;
}

/**
 * Renders again what was rendered by older rules, for some seconds and with rests in which others are answered. Excerpts and
 * plain text follow, so that a change of the rules is all that fills in new columns; names that were mentions without an id
 * get the id that they had.
 * @returns how many it rendered; 0 means that all is up to date
 */
export async function renderOldBodies(
  ctx: Context,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const pause = unhurried(signal);
  const until = performance.now() + RENDER_MS;
  let rendered = 0;
  for (const table of [Thread, Post]) {
    while (performance.now() < until) {
      const old: Stored[] = await ctx.db.find<Thread | Post>(table, {
        select: { id: true, body: true, bodyHtml: true },
        where: { markdownVersion: LessThan(MARKDOWN_VERSION) },
        order: { markdownVersion: "ASC", id: "ASC" },
        take: BODIES_PER_READ,
      });
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

async function renderAgain(ctx: Context, table: typeof Thread | typeof Post, stored: Stored): Promise<void> {
  const { id, body } = stored;
  const newTopics = table === Thread;
  const rendered = await renderStored(ctx, stored, { newTopics });
  await inTransaction(ctx, async (ctx) => {
    if (!newTopics) {
      // Only if nobody has edited it meanwhile.
      await ctx.db.update(Post, { id, body }, rendered);
    } else if ((await storeRendered(ctx, { id, body }, rendered)) && body.includes("#")) {
      await relinkTopics(ctx, id);
    }
  });
}
