import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseAmount } from "../../../core/money.ts";
import { legacyTime } from "../../../core/rest.ts";
import { checkInput } from "../../../core/validation.ts";
import {
  isLegacyDraft,
  publishOrSaveDraft,
  readDraftForLegacy,
  removeDraftForLegacy,
  type LegacyContent,
  type LegacyThreadDraft,
} from "./legacyDrafts.ts";
import { answerOfLegacy, type LegacyCaptcha } from "../../captcha/captchaAnswer.ts";
import { bodyWithPictures, editWithPictures } from "./legacyPictures.ts";
import { PICTURE_NAME, titleOf } from "./legacyText.ts";
import { legacyThread } from "./legacyThread.ts";
import type {
  LegacyNewThread,
  LegacyOperation,
  LegacyPinnedList,
  LegacyThreadChange,
  LegacyThreadRef,
} from "./legacy.input.ts";
import { bountyOfLegacy, refuseLegacyBounty } from "../../bounties/legacyBounties.ts";
import { goodsChangeOfLegacy, goodsOfLegacy } from "../../goods/legacyGoods.ts";
import { pollChangeOfLegacy, refuseLegacyPoll } from "../../polls/legacyPolls.ts";
import type { PollInput } from "../../polls/poll.input.ts";
import { redPacketOfLegacy, refuseLegacyPacket } from "../../red-packets/legacyRedPackets.ts";
import { refuseNotOffered } from "../content/notOffered.ts";
import type { Thread } from "../thread.entity.ts";
import { PositionInput } from "../../drafts/position.input.ts";
import { EditThreadInput, PublishThreadInput } from "../thread.input.ts";
import { listPinnedThreads } from "../lists/thread.list.service.ts";
import { deleteThread, setThreadEssence } from "../moderation/thread.moderation.service.ts";
import { setThreadSticky } from "../moderation/thread.pin.service.ts";
import { textFor, type WantedSale } from "../paid/paid.service.ts";
import { editPoll } from "../polls/threadPoll.service.ts";
import { canReadThread, isPinned } from "../thread.policy.ts";
import { setThreadFavorite } from "../reactions/thread.reaction.service.ts";
import { countView } from "../view.service.ts";
import { publishThread } from "../thread.publish.service.ts";
import { editThread, getThread, viewThread } from "../thread.service.ts";

const PERCENT = 100;

/** Reads `content`. @throws {DomainError} INVALID_PARAMETER. */
function contentOf(given: unknown): LegacyContent {
  const { text, indexes } = (given !== null && typeof given === "object" ? given : {}) as {
    text?: unknown;
    indexes?: unknown;
  };
  if (typeof text !== "string")
    throw invalid("content", "content.text 是必填项", "content.text is required.");
  return { text, attachmentIds: attachmentIdsIn(indexes) };
}

/** Body of a part of the predecessor that names uploads: pictures, files, one video or one audio file. */
interface FilesPart {
  readonly imageIds?: unknown;
  readonly docIds?: unknown;
  readonly videoId?: unknown;
  readonly audioId?: unknown;
}

/** Ids of the uploads in the structured content of the predecessor. */
function attachmentIdsIn(indexes: unknown): string[] {
  if (indexes === null || typeof indexes !== "object") return [];
  return Object.values(indexes).flatMap((tom: { body?: FilesPart } | null) => {
    const { imageIds, docIds, videoId, audioId } = tom?.body ?? {};
    const ids = imageIds ?? docIds ?? [videoId ?? audioId].filter((id) => id !== undefined && id !== "");
    return Array.isArray(ids) ? ids.map(String) : [];
  });
}

function positionOf(given: unknown): PositionInput | undefined {
  if (given === null || typeof given !== "object" || Object.keys(given).length === 0) return undefined;
  const { longitude, latitude, address = "", location = "" } = given as Record<string, unknown>;
  return checkInput(
    Object.assign(new PositionInput(), {
      longitude: Number(longitude),
      latitude: Number(latitude),
      address: String(address),
      location: String(location),
    }),
  );
}

/** Prices and free part, as clients of the predecessor send them. */
interface LegacySale {
  readonly price?: unknown;
  readonly attachmentPrice?: unknown;
  readonly freeWords?: unknown;
  readonly freewords?: unknown;
}

/**
 * Reads prices and free part, in yuan and as a fraction; undefined for what is not sent.
 * @throws {DomainError} INVALID_PARAMETER
 */
export function saleOf({ price, attachmentPrice, freeWords, freewords }: LegacySale): WantedSale {
  const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
  const share = isGiven(freeWords) ? freeWords : freewords;
  const ofFiles = isGiven(attachmentPrice)
    ? { attachmentPriceCents: parseAmount(attachmentPrice, "attachmentPrice") }
    : {};
  if (!isGiven(price)) return ofFiles;
  const priceCents = parseAmount(price, "price");
  if (!isGiven(share)) return { ...ofFiles, priceCents };
  const number = typeof share === "number" || typeof share === "string" ? Number(share) : NaN;
  if (!(number >= 0 && number <= 1))
    throw invalid("freeWords", "freeWords 须在 0 到 1 之间", "freeWords is between 0 and 1.");
  return { ...ofFiles, priceCents, freePercent: Math.round(number * PERCENT) };
}

/** One thread with its text, or one of the viewer's drafts. */
export async function readThreadForLegacy(ctx: Context, { threadId }: LegacyThreadRef): Promise<object> {
  if (isLegacyDraft(threadId)) return readDraftForLegacy(ctx, threadId);
  return legacyThread(ctx, await viewThread(ctx, threadId));
}

/** Publishes a thread, or keeps it as a draft (legacy-facts 3.5). */
export async function publishForLegacy(ctx: Context, input: LegacyNewThread): Promise<object> {
  refuseNotOffered(input);
  if (input.draft) refuseGiftsOfDraft(input);
  const content = contentOf(input.content);
  return publishOrSaveDraft(ctx, input, content, undefined, saleOf(input), (poll, draftId) =>
    publish(ctx, input, content, poll, draftId),
  );
}

async function publish(
  ctx: Context,
  input: LegacyThreadDraft &
    LegacySale &
    LegacyCaptcha &
    Pick<LegacyNewThread, "position" | "payPassword"> & { readonly content?: unknown },
  { text, attachmentIds }: LegacyContent,
  poll: PollInput | undefined,
  draftId?: string,
): Promise<object> {
  if (!input.categoryId) throw new DomainError("CATEGORY_MISSING", { field: "categoryId" });
  const body = await bodyWithPictures(ctx, text, attachmentIds);
  const given = Object.assign(new PublishThreadInput(), {
    categoryId: String(input.categoryId),
    title: titleOf(input.title ?? "", body) || (attachmentIds.length > 0 ? PICTURE_NAME : ""),
    body,
    attachmentIds,
    draftId,
    isAnonymous: input.anonymous ?? false,
    position: positionOf(input.position),
    redPacket: redPacketOfLegacy(input),
    bounty: bountyOfLegacy(input),
    poll,
    goods: await goodsOfLegacy(ctx, input),
    captcha: answerOfLegacy(input),
    ...saleOf(input),
  });
  const thread = await publishThread(ctx, checkInput(given)).catch(unknownCategory);
  return legacyThread(ctx, thread);
}

function refuseGiftsOfDraft(input: LegacyThreadChange | LegacyNewThread): void {
  refuseLegacyPacket(
    input,
    "红包在发布时支付，草稿不能保存红包",
    "A red packet is paid when it is published; drafts keep none.",
  );
  refuseLegacyBounty(
    input,
    "悬赏在发布时支付，草稿不能保存悬赏",
    "A bounty is paid when it is published; drafts keep none.",
  );
}

/** Answers a missing category with the error of the predecessor (legacy-facts 3.5). */
function unknownCategory(error: unknown): never {
  if (error instanceof DomainError && error.code === "NOT_FOUND" && error.details.field === undefined)
    throw new DomainError("CATEGORY_MISSING", { field: "categoryId" });
  throw error;
}

/** Changes a thread; a draft is changed, or published where it is none any longer. */
export async function updateThreadForLegacy(ctx: Context, input: LegacyThreadChange): Promise<object> {
  refuseNotOffered(input);
  const { threadId, title, categoryId, position } = input;
  const content = input.content === undefined ? null : contentOf(input.content);
  if (isLegacyDraft(threadId)) {
    if (!content) throw invalid("content", "content 是必填项", "content is required.");
    if (input.draft) refuseGiftsOfDraft(input);
    return publishOrSaveDraft(ctx, input, content, threadId, saleOf(input), (poll, draftId) =>
      publish(ctx, input, content, poll, draftId),
    );
  }
  const thread = await getThread(ctx, threadId);
  // What a thread gives never changes; clients send it again with every edit (legacy-facts 5.5).
  if (!thread.hasRedPacket)
    refuseLegacyPacket(input, "已发布的帖子不允许增加红包", "A thread that is published gets no red packet.");
  if (!thread.hasBounty)
    refuseLegacyBounty(input, "已发布的帖子不允许增加悬赏", "A thread that is published gets no bounty.");
  if (!thread.hasPoll)
    refuseLegacyPoll(input, "已发布的帖子不允许增加投票", "A thread that is published gets no poll.");
  const poll = await pollChangeOfLegacy(ctx, thread, input);
  const given = Object.assign(new EditThreadInput(), {
    threadId: String(threadId),
    title: title || undefined,
    body: content
      ? await editWithPictures(ctx, content.text, await textFor(ctx, thread), {
          attachmentIds: content.attachmentIds,
          owner: { threadId },
        })
      : undefined,
    categoryId: categoryId === undefined ? undefined : String(categoryId),
    attachmentIds: content?.attachmentIds,
    position: positionOf(position),
    goods: await goodsChangeOfLegacy(ctx, thread, input),
    ...saleOf(input),
  });
  // First what may be refused because somebody has voted, so that nothing is saved then.
  if (poll) await editPoll(ctx, { threadId: String(threadId), poll });
  return legacyThread(ctx, await editThread(ctx, checkInput(given)));
}

/** Deletes a thread, or a draft. */
export async function deleteThreadForLegacy(ctx: Context, { threadId }: LegacyThreadRef): Promise<[]> {
  if (isLegacyDraft(threadId)) await removeDraftForLegacy(ctx, threadId);
  else await deleteThread(ctx, { threadId });
  return [];
}

/** Pins, features, keeps or deletes: whatever is named (legacy-facts 3.5). */
export async function operateForLegacy(ctx: Context, input: LegacyOperation): Promise<object> {
  const { id: threadId, isSticky, isEssence, isFavorite, isDeleted } = input;
  if ([isSticky, isEssence, isFavorite, isDeleted].every((each) => each === undefined))
    throw invalid("id", "未获取到必要参数", "Say what to do.");
  let thread = await getThread(ctx, threadId);
  if (isSticky !== undefined) thread = await setThreadSticky(ctx, { threadId, sticky: isSticky });
  if (isEssence !== undefined) thread = await setThreadEssence(ctx, { threadId, essence: isEssence });
  if (isFavorite !== undefined) thread = await setThreadFavorite(ctx, { threadId, favorite: isFavorite });
  if (isDeleted) thread = await deleteThread(ctx, { threadId });
  return rowOf(ctx, thread);
}

/** The columns of a thread as the predecessor dumps them; nothing that names an anonymous author. */
function rowOf(ctx: Context, thread: Thread): object {
  const { id, categoryId, title, postCount, viewCount, isEssence, isAnonymous } = thread;
  const userId = isAnonymous && !ctx.viewer.owns(thread) ? -1 : thread.authorId;
  return {
    id,
    userId,
    categoryId,
    title,
    postCount,
    viewCount,
    isSticky: isPinned(thread, ctx.now),
    isEssence,
    isAnonymous,
    isApproved: thread.approval,
    createdAt: thread.createdAt,
    updatedAt: thread.editedAt,
    deletedAt: thread.deletedAt,
  };
}

/** Lists pinned threads of some categories, or of all. */
export async function listPinnedForLegacy(ctx: Context, input: LegacyPinnedList): Promise<object[]> {
  const ids = new Set((input.categoryIds ?? []).filter((id) => id > 0));
  const pinned = await listPinnedThreads(ctx, ids.size === 1 ? [...ids][0] : undefined);
  const shown = ids.size > 1 ? pinned.filter(({ categoryId }) => ids.has(categoryId)) : pinned;
  return shown.map((thread, index) => ({
    threadId: thread.id,
    categoryId: thread.categoryId,
    title: thread.title,
    sort: index + 1,
    updatedAt: legacyTime(thread.editedAt ?? thread.createdAt),
    canViewPosts: canReadThread(ctx.viewer, thread).allowed,
  }));
}

/** Counts that somebody reads a thread, as clients say when they open one, and gives the count so far. */
export async function readViewsForLegacy(ctx: Context, { threadId }: LegacyThreadRef): Promise<object> {
  const thread = await getThread(ctx, threadId);
  if (canReadThread(ctx.viewer, thread).allowed) countView(ctx, thread.id);
  return { viewCount: thread.viewCount };
}
