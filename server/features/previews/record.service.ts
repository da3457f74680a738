import { In, IsNull, LessThanOrEqual } from "typeorm";
import type { Context } from "../../core/context.ts";
import { insertIgnore } from "../../core/write.ts";
import { Post } from "../posts/post.entity.ts";
import { PaidContent } from "../threads/paid/paidContent.entity.ts";
import { Thread } from "../threads/thread.entity.ts";
import { LinkPreview, LinkPreviewUse, PreviewState } from "./linkPreview.entity.ts";
import { hashOf, loneLinks, pageAddress } from "./loneLinks.ts";
import { previewSettings, type PreviewSettings } from "./previewSettings.service.ts";

/** A thread or reply that was written or changed. */
interface Written {
  readonly threadId: number;
  readonly postId?: number;
  /** Replies have cards, comments on them have not. */
  readonly parentId?: number | null;
}

/** Pages that texts link to, by the hash of the address. */
type Pages = ReadonlyMap<string, URL>;

/** Records the links of new texts, so that their pages are read. */
export async function recordNewTexts(ctx: Context, written: readonly Written[]): Promise<void> {
  const settings = await previewSettings(ctx);
  if (!settings.isOn) return;
  const texts = await pagesOfTexts(ctx, written, settings);
  if ([...texts.values()].some(({ size }) => size > 0)) await record(ctx, texts);
}

/** Records the links that changed texts have now, and that they no longer have others. */
export async function recordChangedTexts(ctx: Context, written: readonly Written[]): Promise<void> {
  const settings = await previewSettings(ctx);
  if (settings.isOn) await record(ctx, await pagesOfTexts(ctx, written, settings));
}

/** Reads which pages texts link to, by thread or reply; nothing of texts that wait for approval or are gone. */
async function pagesOfTexts(
  ctx: Context,
  written: readonly Written[],
  { isBlocked }: PreviewSettings,
): Promise<Map<string, Pages>> {
  const texts = new Map<string, Map<string, URL>>();
  const ownHost = new URL(ctx.services.publicUrl).host;
  const add = (thing: string, html: string): void => {
    const pages = texts.get(thing) ?? new Map<string, URL>();
    for (const { url } of loneLinks(html, ownHost)) if (!isBlocked(url.hostname)) pages.set(hashOf(url), url);
    texts.set(thing, pages);
  };
  const threadIds = written.flatMap(({ threadId, postId }) => (postId === undefined ? [threadId] : []));
  const postIds = written.flatMap(({ postId, parentId }) => (parentId === null && postId ? [postId] : []));
  if (threadIds.length > 0) await addThreads(ctx, threadIds, add);
  if (postIds.length > 0) {
    const select = { id: true, bodyHtml: true } as const;
    const posts = await ctx.db.find(Post, { select, where: { id: In(postIds), visible: true } });
    for (const { id, bodyHtml } of posts) add(`p${id}`, bodyHtml);
  }
  return texts;
}

async function addThreads(
  ctx: Context,
  threadIds: readonly number[],
  add: (thing: string, html: string) => void,
): Promise<void> {
  const select = { id: true, bodyHtml: true, priceCents: true } as const;
  const threads = await ctx.db.find(Thread, { select, where: { id: In([...threadIds]), visible: true } });
  for (const { id, bodyHtml } of threads) add(`t${id}`, bodyHtml);
  const sold = threads.filter(({ priceCents }) => priceCents > 0).map(({ id }) => id);
  if (sold.length === 0) return;
  for (const { threadId, bodyHtml } of await ctx.db.findBy(PaidContent, { threadId: In(sold) }))
    add(`t${threadId}`, bodyHtml);
}

/** Writes pages that are new, and which texts use them. Rows are written in the order of their hashes by all. */
async function record(ctx: Context, texts: ReadonlyMap<string, Pages>): Promise<void> {
  if (texts.size === 0) return;
  const pages = new Map([...texts.values()].flatMap((each) => [...each]));
  const hashes = [...pages.keys()].sort();
  const ids = new Map<string, number>();
  if (hashes.length > 0) {
    await insertIgnore(
      ctx,
      LinkPreview,
      hashes.map((urlHash) => newPreview(ctx, urlHash, pages.get(urlHash)!)),
    );
    const stored = await ctx.db.find(LinkPreview, {
      select: { id: true, urlHash: true },
      where: { urlHash: In(hashes) },
    });
    for (const { id, urlHash } of stored) ids.set(urlHash, id);
    await renew(ctx, [...ids.values()]);
  }
  await recordUses(ctx, texts, ids);
}

/** Has pages read again whose facts are old. */
async function renew(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db.update(LinkPreview, { id: In(ids) }, { usedAt: ctx.now });
  await ctx.db.update(
    LinkPreview,
    { id: In(ids), expiresAt: LessThanOrEqual(ctx.now), nextAttemptAt: IsNull() },
    { nextAttemptAt: ctx.now, attempts: 0 },
  );
}

async function recordUses(
  ctx: Context,
  texts: ReadonlyMap<string, Pages>,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const present = await ctx.db.findBy(LinkPreviewUse, { thing: In([...texts.keys()]) });
  const keyOf = (previewId: number, thing: string): string => `${previewId} ${thing}`;
  const known = new Set(present.map(({ previewId, thing }) => keyOf(previewId, thing)));
  const used = [...texts].flatMap(([thing, pages]) =>
    [...pages.keys()].map((urlHash) => ({ previewId: ids.get(urlHash)!, thing })),
  );
  const wanted = new Set(used.map(({ previewId, thing }) => keyOf(previewId, thing)));
  await insertIgnore(
    ctx,
    LinkPreviewUse,
    used.filter(({ previewId, thing }) => !known.has(keyOf(previewId, thing))),
  );
  const lost = present.filter(({ previewId, thing }) => !wanted.has(keyOf(previewId, thing)));
  if (lost.length === 0) return;
  await ctx.db.delete(LinkPreviewUse, { id: In(lost.map(({ id }) => id)) });
  const lostIds = [...new Set(lost.map(({ previewId }) => previewId))];
  await ctx.db.update(LinkPreview, { id: In(lostIds) }, { usedAt: ctx.now });
}

function newPreview({ now }: Context, urlHash: string, url: URL): Omit<LinkPreview, "id"> {
  return {
    url: pageAddress(url),
    urlHash,
    host: url.host,
    state: PreviewState.PENDING,
    title: "",
    description: "",
    siteName: "",
    imagePath: null,
    imageWidth: 0,
    imageHeight: 0,
    playerUrl: null,
    playerWidth: 0,
    playerHeight: 0,
    attempts: 0,
    nextAttemptAt: now,
    fetchedAt: null,
    expiresAt: null,
    usedAt: now,
    forgottenAt: null,
  };
}
