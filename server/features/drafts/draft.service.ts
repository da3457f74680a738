import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { load } from "../../core/loaders.ts";
import { cleanLine, cleanText } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import { insert } from "../../core/write.ts";
import type { Attachment } from "../attachments/attachment.entity.ts";
import { lockUser } from "../users/userCounter.service.ts";
import type { Position } from "../threads/thread.entity.ts";
import { Draft, GOODS_JSON_MAX, POLL_JSON_MAX, POSITION_JSON_MAX } from "./draft.entity.ts";
import { DraftGifts, type DraftGoods, type DraftPoll } from "./draftGifts.input.ts";
import type { SaveDraftInput } from "./draft.input.ts";
import { freeUploadById } from "./draft.loaders.ts";
import type { PositionInput } from "./position.input.ts";

/** Characters of the column for money. */
const GIFTS_MAX = 2_000;
/** Maximum drafts of one member. */
export const DRAFTS_MAX = 50;

/** Lists the viewer's drafts, last saved first. @throws {DomainError} LOGIN_REQUIRED for visitors. */
export async function listDrafts(ctx: Context): Promise<Draft[]> {
  allow(mustBeMember(ctx.viewer));
  const order = { updatedAt: "DESC", id: "DESC" } as const;
  return ctx.db.find(Draft, { where: { userId: ctx.viewer.id }, order, take: DRAFTS_MAX });
}

/** Reference to a draft: by its id, or the one that answers a thread. */
export interface DraftRef {
  readonly id?: number;
  readonly threadId?: number;
}

/** Finds one of the viewer's drafts; null if there is none. @throws {DomainError} LOGIN_REQUIRED, INVALID_PARAMETER. */
export async function findDraft(ctx: Context, { id, threadId }: DraftRef): Promise<Draft | null> {
  if (id === undefined && threadId === undefined) {
    throw invalid("id", "请指定草稿或帖子", "Name a draft or a thread.");
  }
  allow(mustBeMember(ctx.viewer));
  if (id !== undefined) return ownDraft(ctx, id);
  const where = { userId: ctx.viewer.id, threadId: threadId! };
  return ctx.db.findOne(Draft, { where, order: { id: "DESC" } });
}

/** Reads one of the viewer's drafts by its id; null if there is none. */
export function ownDraft(ctx: Context, id: number): Promise<Draft | null> {
  return ctx.db.findOneBy(Draft, { id, userId: ctx.viewer.id });
}

/**
 * Saves a new draft, or the next version of one. A save that is not based on the newest version is refused, so that two
 * windows never overwrite each other silently.
 * @throws {DomainError} CONFLICT; NOT_FOUND for drafts of others; INVALID_PARAMETER beyond 50 drafts.
 */
export const saveDraft = verb({
  name: "saveDraft",
  who: "member",
  rate: "draft",
  async run(ctx: Context, input: SaveDraftInput): Promise<Draft> {
    const id = parseOptionalId(input.id);
    const content = await contentOf(ctx, input);
    return inTransaction(ctx, (ctx) => storeDraft(ctx, id, input.version, content));
  },
});

/** Checks what a draft is to hold. */
export async function contentOf(ctx: Context, input: SaveDraftInput): Promise<DraftContent> {
  return {
    threadId: parseOptionalId(input.threadId, "threadId") ?? null,
    categoryId: parseOptionalId(input.categoryId, "categoryId") ?? null,
    title: cleanText(input.title),
    body: cleanText(input.body),
    isAnonymous: input.isAnonymous,
    priceCents: input.priceCents ?? 0,
    freePercent: input.freePercent ?? 0,
    attachmentPriceCents: input.attachmentPriceCents ?? 0,
    giftsJson: input.gifts ? giftsText(input.gifts) : undefined,
    pollJson: input.gifts ? pollText(input.gifts) : undefined,
    goodsJson: input.gifts ? goodsText(input.gifts) : undefined,
    positionJson: input.position === undefined ? undefined : positionText(input.position),
    fileIds: input.attachmentIds ? packed(await ownUploads(ctx, input.attachmentIds)) : undefined,
  };
}

/**
 * Stores a new draft, or the next version of one, in the caller's transaction.
 * @param seenVersion the version that the writer has seen; without it a named draft is replaced
 * @throws {DomainError} as `saveDraft`
 */
export async function storeDraft(
  ctx: Context,
  id: number | undefined,
  seenVersion: number | null | undefined,
  content: DraftContent,
): Promise<Draft> {
  // Serialises saves, so that the limit and "one answer per thread" hold.
  await lockUser(ctx, ctx.viewer.id);
  const existing = id === undefined ? await answerTo(ctx, content.threadId) : await ownDraft(ctx, id);
  if (id !== undefined && !existing) throw new DomainError("NOT_FOUND");
  const savedId = existing
    ? await replace(ctx, existing, content, seenVersion, id !== undefined)
    : await add(ctx, content);
  return (await ownDraft(ctx, savedId))!;
}

/** Content of a draft that passed the checks. */
export interface DraftContent {
  readonly threadId: number | null;
  readonly categoryId: number | null;
  readonly title: string;
  readonly body: string;
  readonly isAnonymous: boolean;
  readonly priceCents: number;
  readonly freePercent: number;
  readonly attachmentPriceCents: number;
  /** Undefined to leave it unchanged. */
  readonly giftsJson: string | undefined;
  /** Undefined to leave it unchanged. */
  readonly pollJson: string | undefined;
  /** Undefined to leave it unchanged. */
  readonly goodsJson: string | undefined;
  /** Undefined to leave it unchanged. */
  readonly positionJson: string | undefined;
  /** Undefined to leave them unchanged. */
  readonly fileIds: string | undefined;
}

function packed(ids: readonly number[]): string {
  return ids.length > 0 ? `,${ids.join(",")},` : "";
}

/** Writes down what is typed of money; empty if there is nothing. */
function giftsText({ redPacket, bounty, question }: DraftGifts): string {
  if (!redPacket && !bounty && !question) return "";
  return textOfTyped({ redPacket, bounty, question }, GIFTS_MAX);
}

/** Writes down what is typed of a poll; empty if there is none. */
function pollText({ poll }: DraftGifts): string {
  return poll ? textOfTyped(poll, POLL_JSON_MAX) : "";
}

/** Writes down what is typed of goods; empty if there are none. */
function goodsText({ goods }: DraftGifts): string {
  return goods ? textOfTyped(goods, GOODS_JSON_MAX) : "";
}

/** Writes down a position; empty if there is none. */
function positionText(position: PositionInput | null): string {
  if (!position) return "";
  const { longitude, latitude } = position;
  const address = cleanLine(position.address);
  const location = cleanLine(position.location);
  const text = JSON.stringify({ longitude, latitude, address, location } satisfies Position);
  if (text.length > POSITION_JSON_MAX) throw invalid("position", "内容过长", "This is too long.");
  return text;
}

/** Gives the place that the thread of a draft is to name; null if there is none. */
export function positionOfDraft({ positionJson }: Draft): Position | null {
  return positionJson === "" ? null : (JSON.parse(positionJson) as Position);
}

function textOfTyped(typed: object, most: number): string {
  const text = JSON.stringify(typed, (_name, value: unknown) =>
    typeof value === "string" ? cleanText(value) : value,
  );
  if (text.length > most) throw invalid("gifts", "内容过长", "This is too long.");
  return text;
}

/** Gives what is typed of money, poll and goods in a draft. */
export function giftsOfDraft({ giftsJson, pollJson, goodsJson }: Draft): DraftGifts {
  const gifts = giftsJson === "" ? {} : (JSON.parse(giftsJson) as DraftGifts);
  return Object.assign(
    new DraftGifts(),
    gifts,
    pollJson === "" ? {} : { poll: pollOfDraft(pollJson) },
    goodsJson === "" ? {} : { goods: JSON.parse(goodsJson) as DraftGoods },
  );
}

function pollOfDraft(pollJson: string): DraftPoll {
  const poll = JSON.parse(pollJson) as DraftPoll;
  return { ...poll, endsAt: poll.endsAt ? new Date(poll.endsAt) : null };
}

/** Gives the uploads that a draft may use, in the given order; deleted and used ones are left out silently. */
async function ownUploads(ctx: Context, names: readonly string[]): Promise<number[]> {
  const ids = [...new Set(names.map((name) => parseId(name, "attachmentIds")))];
  return (await freeUploads(ctx, ids)).map(({ id }) => id);
}

async function freeUploads(ctx: Context, ids: readonly number[]): Promise<Attachment[]> {
  const uploads = await Promise.all(ids.map(async (id) => load(ctx, freeUploadById, id)));
  return uploads.filter((upload) => upload !== null);
}

/** Gives the uploads of one of the viewer's drafts, in their order. */
export function filesOfDraft(ctx: Context, draft: Draft): Promise<Attachment[]> {
  return freeUploads(ctx, fileIdsOf(draft));
}

/** Gives the ids of the uploads of a draft in their order, of those too that are gone. */
export function fileIdsOf({ fileIds }: Pick<Draft, "fileIds">): number[] {
  return fileIds.split(",").filter(Boolean).map(Number);
}

async function answerTo(ctx: Context, threadId: number | null): Promise<Draft | null> {
  return threadId === null ? null : findDraft(ctx, { threadId });
}

async function replace(
  ctx: Context,
  existing: Draft,
  content: DraftContent,
  seenVersion: number | null | undefined,
  named: boolean,
): Promise<number> {
  const seen = seenVersion ?? (named ? existing.version : null);
  if (seen !== existing.version) throw new DomainError("CONFLICT", { field: "version" });
  const fileIds = content.fileIds ?? existing.fileIds;
  const giftsJson = content.giftsJson ?? existing.giftsJson;
  const pollJson = content.pollJson ?? existing.pollJson;
  const goodsJson = content.goodsJson ?? existing.goodsJson;
  const positionJson = content.positionJson ?? existing.positionJson;
  const version = existing.version + 1;
  await ctx.db.update(
    Draft,
    { id: existing.id },
    {
      ...content,
      fileIds,
      giftsJson,
      pollJson,
      goodsJson,
      positionJson,
      // What is written now has not been refused.
      problemJson: "",
      version,
      updatedAt: ctx.now,
    },
  );
  return existing.id;
}

async function add(ctx: Context, content: DraftContent): Promise<number> {
  const userId = ctx.viewer.id;
  if ((await ctx.db.countBy(Draft, { userId })) >= DRAFTS_MAX) {
    throw invalid(
      "id",
      `草稿最多 ${DRAFTS_MAX} 篇，请先清理`,
      `There are at most ${DRAFTS_MAX} drafts; delete some first.`,
    );
  }
  const { fileIds = "", giftsJson = "", pollJson = "", goodsJson = "", positionJson = "" } = content;
  const parts = { fileIds, giftsJson, pollJson, goodsJson, positionJson };
  const times = { createdAt: ctx.now, updatedAt: ctx.now, publishAt: null };
  return insert(ctx, Draft, { ...content, userId, ...parts, problemJson: "", version: 1, ...times });
}

/** Deletes one of the viewer's drafts. @throws {DomainError} NOT_FOUND for drafts of others and unknown ones alike. */
export const deleteDraft = verb({
  name: "deleteDraft",
  who: "member",
  rate: "draft",
  async run(ctx: Context, id: number): Promise<boolean> {
    if ((await inTransaction(ctx, (ctx) => removeDraft(ctx, id))) === 0) throw new DomainError("NOT_FOUND");
    return true;
  },
});

/**
 * Deletes a draft that has become a thread or reply, in the transaction that publishes it.
 * @returns 1, or 0 if it is gone
 */
export async function removeDraft(ctx: Context, id: number): Promise<number> {
  return (await ctx.db.delete(Draft, { id, userId: ctx.viewer.id })).affected ?? 0;
}

/** Lets drafts of replies to a thread be drafts of replies to another, in the caller's transaction. */
export async function moveReplyDrafts(ctx: Context, fromThreadId: number, toThreadId: number): Promise<void> {
  await ctx.db.update(Draft, { threadId: fromThreadId }, { threadId: toThreadId });
}
