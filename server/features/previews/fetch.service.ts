import { In, LessThanOrEqual } from "typeorm";
import type { Context } from "../../core/context.ts";
import { inTransaction } from "../../core/transaction.ts";
import type { Values } from "../../core/write.ts";
import { makePreviewPicture, type StoredPicture } from "../attachments/pictures/images.ts";
import { newStem, PREVIEWS_FOLDER, removeStored, store } from "../attachments/storage.ts";
import { Post } from "../posts/post.entity.ts";
import { LinkPreview, LinkPreviewUse, PreviewState } from "./linkPreview.entity.ts";
import { linkPreviewChanged } from "./linkPreview.events.ts";
import { findDuePages, type DuePage } from "./linkPreview.sql.ts";
import { readOembed } from "./oembed.ts";
import { previewSettings } from "./previewSettings.service.ts";
import { fetchPicture, NoPreview, type Page, readPage } from "./readPage.ts";

/** Pages that are read at the same time, each of another host. */
const AT_ONCE = 4;
/** A claimed page that nobody has finished in this time is due again, in milliseconds. */
const CLAIM_MS = 60_000;
/** Pauses after failures, in milliseconds; after one more the page has no preview. */
const PAUSES_MS: readonly number[] = [60_000, 600_000, 3_600_000];
/** Time after which a page is read again if a new text has its address, in milliseconds. */
export const LIFETIME_MS = 7 * 86_400_000;

/** Texts with one address that are listed when its preview changes. */
const LISTED_MAX = 500;

/** Facts of a preview without a page that is read. */
export const NOTHING = {
  title: "",
  description: "",
  siteName: "",
  imagePath: null,
  imageWidth: 0,
  imageHeight: 0,
  playerUrl: null,
  playerWidth: 0,
  playerHeight: 0,
} as const;

/** Reads all pages that are due, some at a time. */
export async function fetchLinkPreviews(ctx: Context, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await previewSettings(ctx)).isOn) {
    const now: Context = { ...ctx, now: new Date() };
    const claimed = await claimDue(now);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((page) => fetchOne(now, page, stopping)));
  }
}

/** Claims pages that are due, so that no other process reads them meanwhile. */
async function claimDue(ctx: Context): Promise<DuePage[]> {
  const due = await findDuePages(ctx, AT_ONCE);
  if (due.length === 0) return [];
  const nextAttemptAt = new Date(ctx.now.getTime() + CLAIM_MS);
  return inTransaction(ctx, async (ctx) => {
    const claimed: DuePage[] = [];
    for (const { id, url, imagePath, ...page } of due) {
      const attempts = page.attempts + 1;
      const where = { id, attempts: page.attempts, nextAttemptAt: LessThanOrEqual(ctx.now) };
      const { affected } = await ctx.db.update(LinkPreview, where, { attempts, nextAttemptAt });
      if (affected === 1) claimed.push({ id, url, imagePath, attempts });
    }
    return claimed;
  });
}

/** Reads one page. If the program ends meanwhile, the page is due again once its claim is over. */
async function fetchOne(ctx: Context, due: DuePage, stopping: AbortSignal): Promise<void> {
  let page: Page;
  try {
    page = (await readOembed(ctx, due.url, stopping)) ?? (await readPage(ctx, due.url, stopping));
  } catch (error) {
    if (!stopping.aborted) await fail(ctx, due, error);
    return;
  }
  await succeed(ctx, due, page, stopping);
}

/** Stores the facts of a page with a copy of its picture, so that readers need not call its host. */
async function succeed(ctx: Context, due: DuePage, page: Page, stopping: AbortSignal): Promise<void> {
  const { filesDir } = ctx.services;
  const picture = await pictureOf(ctx, page, stopping);
  if (stopping.aborted) return;
  const imagePath = picture && `${PREVIEWS_FOLDER}${newStem()}.webp`;
  if (picture && imagePath) await store(filesDir, imagePath, picture.bytes);
  const { title, description, siteName, player } = page;
  try {
    await settle(ctx, due, {
      state: PreviewState.READY,
      title,
      description,
      siteName,
      imagePath,
      imageWidth: picture?.width ?? 0,
      imageHeight: picture?.height ?? 0,
      playerUrl: player?.url ?? null,
      playerWidth: player?.width ?? 0,
      playerHeight: player?.height ?? 0,
    });
  } catch (error) {
    await removeStored(filesDir, imagePath);
    throw error;
  }
}

/** A page without its picture is still worth a card. */
async function pictureOf(ctx: Context, page: Page, stopping: AbortSignal): Promise<StoredPicture | null> {
  try {
    const bytes = await fetchPicture(ctx, page, stopping);
    return bytes && (await makePreviewPicture(bytes));
  } catch {
    return null;
  }
}

/** Plans another attempt, or gives the preview up. */
async function fail(ctx: Context, due: DuePage, error: unknown): Promise<void> {
  const pauseMs = error instanceof NoPreview ? undefined : PAUSES_MS[due.attempts - 1];
  if (pauseMs === undefined) {
    await settle(ctx, due, { state: PreviewState.NONE, ...NOTHING });
    return;
  }
  const nextAttemptAt = new Date(Date.now() + pauseMs);
  await inTransaction(ctx, (ctx) => ctx.db.update(LinkPreview, claimOf(due), { nextAttemptAt }));
}

/** The claimed row, unless somebody else has claimed it since. */
const claimOf = ({ id, attempts }: DuePage) => ({ id, attempts });

/** Stores the outcome. @emits linkPreviewChanged */
async function settle(ctx: Context, due: DuePage, values: Values<LinkPreview>): Promise<void> {
  const now = new Date();
  const isStored = await inTransaction(ctx, async (ctx) => {
    const { affected } = await ctx.db.update(LinkPreview, claimOf(due), {
      ...values,
      attempts: 0,
      nextAttemptAt: null,
      fetchedAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    });
    if (affected === 1) await announcePreview(ctx, due.id);
    return affected === 1;
  });
  const outdated = isStored ? due.imagePath : ((values.imagePath as string | null | undefined) ?? null);
  await removeStored(ctx.services.filesDir, outdated);
}

/** Announces which texts show a preview. @emits linkPreviewChanged */
export async function announcePreview(ctx: Context, previewId: number): Promise<void> {
  const uses = await ctx.db.find(LinkPreviewUse, { where: { previewId }, take: LISTED_MAX + 1 });
  if (uses.length > LISTED_MAX) {
    ctx.emit(linkPreviewChanged({ isEverywhere: true, threadIds: [], posts: [] }));
    return;
  }
  const idsOf = (sign: string): number[] =>
    uses.flatMap(({ thing }) => (thing.startsWith(sign) ? [Number(thing.slice(1))] : []));
  const postIds = idsOf("p");
  const posts =
    postIds.length === 0
      ? []
      : await ctx.db.find(Post, { select: { id: true, threadId: true }, where: { id: In(postIds) } });
  ctx.emit(
    linkPreviewChanged({
      isEverywhere: false,
      threadIds: idsOf("t"),
      posts: posts.map(({ id, threadId }) => ({ postId: id, threadId })),
    }),
  );
}
