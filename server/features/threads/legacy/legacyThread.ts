import type { Context } from "../../../core/context.ts";
import { load, preload } from "../../../core/loaders.ts";
import { legacyTime, legacyAddress } from "../../../core/rest.ts";
import { FILES_PATH, UploadKind } from "../../attachments/attachment.entity.ts";
import { attachmentsOfThread } from "../../attachments/attachment.loaders.ts";
import { extensionOf } from "../../attachments/fileKinds.ts";
import { mediaKindOf } from "../../attachments/media.ts";
import { canSeeAttachment } from "../../attachments/attachment.policy.ts";
import { bountyOf } from "../../bounties/bounty.loaders.ts";
import { legacyBounty } from "../../bounties/legacyBounties.ts";
import { categoryById } from "../../categories/category.service.ts";
import { actingGroupOf } from "../../users/paid-groups/actingGroup.service.ts";
import { preloadGoods } from "../../goods/goods.service.ts";
import { legacyGoods } from "../../goods/legacyGoods.ts";
import { legacyPoll } from "../../polls/legacyPolls.ts";
import { preloadPolls } from "../../polls/poll.results.service.ts";
import { legacyRedPacket } from "../../red-packets/legacyRedPackets.ts";
import { redPacketOf } from "../../red-packets/redPacket.loaders.ts";
import type { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { isBesideText, textForLegacy } from "./legacyPictures.ts";
import { firstPostIdOf } from "./legacyText.ts";
import { boughtAttachments, mayGetAttachments, readsAll, textFor, type Sale } from "../paid/paid.service.ts";
import type { Thread } from "../thread.entity.ts";
import { lastLikersOf, reactionOf, threadTextById } from "../thread.loaders.ts";
import {
  canDeleteThread,
  canEditThread,
  canMakePoster,
  canReadThread,
  isPinned,
  canReply,
  canSeeAuthor,
  canSetEssence,
  canSetSticky,
} from "../thread.policy.ts";
import { topicsOfThread } from "../topics/topicLink.loaders.ts";

const CENTS_PER_YUAN = 100;
const PERCENT = 100;
/** Kinds of payment of the predecessor: nothing, the thread, or its files. */
const PAY_TYPES = { free: 0, thread: 1, attachments: 2 } as const;
const ANONYMOUS = "匿名用户";
/** Kinds of content of the predecessor. */
export const TOM_IMAGES = "101";
/** See `TOM_IMAGES`. */
export const TOM_FILES = "108";
/** See `TOM_IMAGES`. */
export const TOM_AUDIO = "102";
/** See `TOM_IMAGES`. */
export const TOM_VIDEO = "103";
/** State of a video of the predecessor whose file can be played. */
const VIDEO_READY = 1;
/** Marks of people below a thread: they like it. */
export const LIKED = 1;
const [MINUTE_MS, HOUR_MS, DAY_MS, MONTH_MS] = [60_000, 3_600_000, 86_400_000, 30 * 86_400_000];

/** Threads as legacy clients read them (legacy-facts 3.5): as many statements for fifty as for one. */
export async function legacyThreads(ctx: Context, threads: readonly Thread[]): Promise<object[]> {
  const ids = threads.map(({ id }) => id);
  const withFiles = threads.filter(({ hasImages, hasAttachments }) => hasImages || hasAttachments);
  await Promise.all([
    preload(ctx, reactionOf, ids),
    preload(ctx, threadTextById, ids),
    preload(ctx, topicsOfThread, ids),
    preload(
      ctx,
      redPacketOf,
      threads.filter(({ hasRedPacket }) => hasRedPacket).map(({ id }) => id),
    ),
    preload(
      ctx,
      bountyOf,
      threads.filter(({ hasBounty }) => hasBounty).map(({ id }) => id),
    ),
    preloadPolls(
      ctx,
      threads.filter(({ hasPoll }) => hasPoll).map(({ id }) => id),
    ),
    preloadGoods(
      ctx,
      threads.filter(({ hasGoods }) => hasGoods).map(({ id }) => id),
    ),
    preload(
      ctx,
      lastLikersOf,
      threads.filter(({ likeCount }) => likeCount > 0).map(({ id }) => id),
    ),
    preload(
      ctx,
      attachmentsOfThread,
      withFiles.map(({ id }) => id),
    ),
  ]);
  const likers = await Promise.all(threads.map((thread) => likersOf(ctx, thread)));
  await preload(ctx, userById, [...threads.map(({ authorId }) => authorId), ...likers.flat()]);
  return Promise.all(threads.map((thread) => legacyThread(ctx, thread)));
}

/** A thread as legacy clients read it. */
export async function legacyThread(ctx: Context, thread: Thread): Promise<object> {
  const { viewer } = ctx;
  const category = await load(ctx, categoryById, thread.categoryId);
  const parent = category?.parentId == null ? null : await load(ctx, categoryById, category.parentId);
  const reaction = await load(ctx, reactionOf, thread.id);
  const sale = await saleOfLegacy(ctx, thread);
  const topics = (await load(ctx, topicsOfThread, thread.id)) ?? [];
  const readable = canReadThread(viewer, thread).allowed;
  const text = readable ? textForLegacy(ctx, (await textFor(ctx, thread))?.bodyHtml ?? "") : "";
  const anonymous = thread.isAnonymous && !viewer.owns(thread);
  const time = legacyTime(thread.createdAt);
  return {
    threadId: thread.id,
    postId: firstPostIdOf(thread.id),
    userId: anonymous ? -1 : thread.authorId,
    categoryId: thread.categoryId,
    parentCategoryId: parent?.id ?? 0,
    topicId: readable ? (topics[0]?.id ?? 0) : 0,
    categoryName: category?.name ?? "",
    parentCategoryName: parent?.name ?? "",
    title: thread.title,
    viewCount: thread.viewCount,
    isApproved: thread.approval,
    isStick: isPinned(thread, ctx.now),
    isDraft: false,
    isSite: false,
    isAnonymous: thread.isAnonymous,
    isFavorite: reaction?.favorite ?? false,
    isLike: reaction?.liked ?? false,
    isReward: false,
    ...sale,
    createdAt: time,
    issueAt: time,
    updatedAt: legacyTime(thread.editedAt ?? thread.createdAt),
    diffTime: timeSince(thread.createdAt, ctx.now),
    userStickStatus: 0,
    ...(await authorOf(ctx, thread)),
    likeReward: {
      users: await peopleBelow(ctx, thread),
      likePayCount: thread.likeCount,
      shareCount: 0,
      postCount: thread.postCount,
    },
    displayTag: {
      isPrice: sale.payType !== PAY_TYPES.free || null,
      isEssence: thread.isEssence || null,
      isRedPack: thread.hasRedPacket || null,
      isReward: thread.hasBounty || null,
      isVote: thread.hasPoll || null,
      isPoster: null,
    },
    position: readable
      ? {
          longitude: thread.longitude ?? "",
          latitude: thread.latitude ?? "",
          address: thread.address,
          location: thread.location,
        }
      : { longitude: "", latitude: "", address: "", location: "" },
    ability: abilityOf(ctx, thread, readable),
    content: {
      text,
      indexes: readable ? { ...(await indexesOf(ctx, thread, text)), ...(await giftsOf(ctx, thread)) } : {},
    },
  };
}

/** Prices of a thread or draft as legacy clients read them. */
export function legacyPrices({ priceCents, freePercent, attachmentPriceCents }: Sale) {
  const ofFiles = attachmentPriceCents > 0 ? PAY_TYPES.attachments : PAY_TYPES.free;
  return {
    price: priceCents / CENTS_PER_YUAN,
    attachmentPrice: attachmentPriceCents / CENTS_PER_YUAN,
    payType: priceCents > 0 ? PAY_TYPES.thread : ofFiles,
    freewords: priceCents > 0 ? freePercent / PERCENT : 1,
  };
}

/** The prices of a thread, and whether the viewer has paid; null where nothing is sold. */
async function saleOfLegacy(ctx: Context, thread: Thread) {
  const prices = legacyPrices(thread);
  if (prices.payType === PAY_TYPES.free) return { ...prices, paid: null };
  const isWhole = prices.payType === PAY_TYPES.thread;
  return { ...prices, paid: await (isWhole ? readsAll(ctx, thread) : mayGetAttachments(ctx, thread)) };
}

async function giftsOf(ctx: Context, thread: Thread): Promise<object> {
  return {
    ...(await legacyRedPacket(ctx, thread)),
    ...(await legacyBounty(ctx, thread)),
    ...(await legacyPoll(ctx, thread)),
    ...(await legacyGoods(ctx, thread)),
  };
}

function abilityOf({ viewer, now }: Context, thread: Thread, readable: boolean): object {
  return {
    canEdit: canEditThread(viewer, thread).allowed,
    canDelete: canDeleteThread(viewer, thread).allowed,
    canEssence: canSetEssence(viewer, thread).allowed,
    canPoster: canMakePoster(viewer, thread).allowed,
    canStick: canSetSticky(viewer, thread).allowed,
    canReply: canReply(viewer, thread, now).allowed,
    canViewPost: readable,
    canFreeViewPost: viewer.may("thread.freeViewPosts", thread.categoryId),
    // There are no videos.
    canViewVideo: false,
    canViewAttachment: viewer.may("thread.viewAttachment"),
    canDownloadAttachment: viewer.may("thread.downloadAttachment"),
  };
}

/** "3分钟前"; what is older than a month by its date. */
export function timeSince(time: Date, now: Date): string {
  const passed = Math.max(0, now.getTime() - time.getTime());
  if (passed < MINUTE_MS) return "刚刚";
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)}分钟前`;
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)}小时前`;
  if (passed < MONTH_MS) return `${Math.floor(passed / DAY_MS)}天前`;
  return legacyTime(time).slice(0, 10);
}

async function likersOf(ctx: Context, { id, likeCount }: Thread): Promise<readonly number[]> {
  if (likeCount === 0 || !ctx.viewer.may("user.view")) return [];
  return (await load(ctx, lastLikersOf, id)) ?? [];
}

async function peopleBelow(ctx: Context, thread: Thread): Promise<object[]> {
  const people: object[] = [];
  for (const id of await likersOf(ctx, thread)) {
    const user = await load(ctx, userById, id);
    const avatar = legacyAddress(ctx, user?.avatarUrl);
    if (user) people.push({ userId: id, nickname: user.nickname, avatar, type: LIKED });
  }
  return people;
}

async function authorOf(ctx: Context, thread: Thread): Promise<object> {
  const author = canSeeAuthor(ctx.viewer, thread) ? await load(ctx, userById, thread.authorId) : null;
  if (!author) return { user: { nickname: ANONYMOUS, userId: -1, avatar: "" }, group: null };
  const group = await actingGroupOf(ctx, author);
  const shown = {
    groupId: group.id,
    groupName: group.name,
    groupIcon: group.icon,
    isDisplay: true,
    level: group.level,
  };
  return { user: legacyAuthor(ctx, author), group: group.isDisplay && !thread.isAnonymous ? shown : null };
}

function legacyAuthor(ctx: Context, author: User): object {
  const { id: userId, nickname, avatarUrl, createdAt, ...counts } = author;
  const { threadCount, followCount, fansCount, likedCount } = counts;
  return {
    userId,
    nickname,
    avatar: legacyAddress(ctx, avatarUrl),
    threadCount,
    followCount,
    fansCount,
    likedCount,
    questionCount: 0,
    isRealName: false,
    joinedAt: legacyTime(createdAt),
  };
}

async function indexesOf(ctx: Context, thread: Thread, text: string): Promise<object> {
  if (!thread.hasImages && !thread.hasAttachments) return {};
  const all = (await load(ctx, attachmentsOfThread, thread.id)) ?? [];
  const bought = await boughtAttachments(ctx, thread, all);
  const readable = bought.filter((each) => canSeeAttachment(ctx.viewer, each) && isBesideText(each, text));
  const shown = readable.map((each) => ({
    id: each.id,
    url: legacyAddress(ctx, FILES_PATH + each.path),
    thumbUrl: legacyAddress(ctx, FILES_PATH + (each.thumbPath ?? each.path)),
    fileName: each.fileName,
    extension: extensionOf(each.fileName),
    fileType: each.mimeType,
    fileSize: each.fileSize,
    fileWidth: each.width,
    fileHeight: each.height,
    isImage: each.kind === UploadKind.IMAGE,
  }));
  const tom = (tomId: string, body: readonly object[]): object =>
    body.length > 0 ? { [tomId]: { tomId, operation: "select", body } } : {};
  // Old clients know one video and one audio file of a thread; further ones are files to them.
  const [video, audio] = ["video", "audio"].map((kind) =>
    shown.find(({ isImage, fileType }) => !isImage && mediaKindOf(fileType) === kind),
  );
  return {
    ...playedTom(TOM_VIDEO, video),
    ...playedTom(TOM_AUDIO, audio),
    ...tom(
      TOM_IMAGES,
      shown.filter(({ isImage }) => isImage),
    ),
    ...tom(
      TOM_FILES,
      shown.filter((each) => !each.isImage && each !== video && each !== audio),
    ),
  };
}

/** Shows a video or audio file as the predecessor does. */
function playedTom(
  tomId: string,
  file:
    | {
        readonly id: number;
        readonly url: string;
        readonly thumbUrl: string;
        readonly fileName: string;
        readonly fileWidth: number | null;
        readonly fileHeight: number | null;
      }
    | undefined,
): object {
  if (!file) return {};
  const { id, url, thumbUrl, fileName, fileWidth, fileHeight } = file;
  const body = {
    id,
    mediaUrl: url,
    fileName,
    coverUrl: thumbUrl === url ? "" : thumbUrl,
    width: fileWidth ?? 0,
    height: fileHeight ?? 0,
    status: VIDEO_READY,
  };
  return { [tomId]: { tomId, operation: "select", body } };
}
