import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { load, preload } from "../../core/loaders.ts";
import { LegacyPage, legacyPage, legacyTime } from "../../core/rest.ts";
import { checkInput } from "../../core/validation.ts";
import { FILES_PATH, UploadKind } from "../attachments/attachment.entity.ts";
import { attachmentsOfThread } from "../attachments/attachment.loaders.ts";
import { categoryById } from "../categories/category.service.ts";
import { getGroup } from "../groups/group.service.ts";
import { userById } from "../users/user.loaders.ts";
import type { LegacyNewThread, LegacyThreadList, LegacyThreadRef } from "./legacy.input.ts";
import type { Thread } from "./thread.entity.ts";
import { PositionInput, PublishThreadInput, ThreadFilter, ThreadSort } from "./thread.input.ts";
import { listThreads } from "./thread.list.service.ts";
import { reactionOf, threadTextById } from "./thread.loaders.ts";
import {
  canDeleteThread,
  canEditThread,
  canReadThread,
  canReply,
  canSeeAuthor,
  canSetEssence,
  canSetSticky,
} from "./thread.policy.ts";
import { publishThread, viewThread } from "./thread.service.ts";

const ANONYMOUS = "匿名用户";
const SORTS: Readonly<Record<number, ThreadSort>> = {
  1: ThreadSort.NEWEST,
  2: ThreadSort.LAST_REPLY,
  3: ThreadSort.HOT,
  4: ThreadSort.LAST_REPLY,
};
/** Kinds of content of the predecessor. */
const TOM_IMAGES = "101";
const TOM_FILES = "108";
/** Rows that are walked through to reach a numbered page. */
const STEP = 100;
const STEPS_MAX = 50;

/** Threads by numbered pages (legacy-facts 3.5). */
export async function listThreadsForLegacy(ctx: Context, input: LegacyThreadList): Promise<LegacyPage> {
  if (!ctx.viewer.mayAnywhere("viewThreads"))
    throw new DomainError("FORBIDDEN", {
      text: { zh: "没有浏览权限", en: "You may not view any category." },
    });
  const request = legacyPage(input);
  const { sort, filter, categoryId } = filterOf(ctx, input.filter);
  const wanted = request.page * request.perPage;
  const found: Thread[] = [];
  let after: string | null = null;
  let more = true;
  for (let step = 0; more && found.length < wanted && step < STEPS_MAX; step++) {
    const first = Math.min(STEP, wanted - found.length);
    const page = await listThreads(ctx, { first, after, sort, filter, categoryId });
    found.push(...page.nodes);
    after = page.pageInfo.endCursor;
    more = page.pageInfo.hasNextPage;
  }
  const shown = found.slice(wanted - request.perPage, wanted);
  await preload(
    ctx,
    userById,
    shown.map(({ authorId }) => authorId),
  );
  const rows = await Promise.all(shown.map((thread) => legacyThread(ctx, thread)));
  return new LegacyPage(rows, request, rows.length, found.length + (more ? 1 : 0));
}

function filterOf(
  ctx: Context,
  given: unknown,
): { sort: ThreadSort; filter: ThreadFilter; categoryId: number | undefined } {
  const from = (given !== null && typeof given === "object" ? given : {}) as Record<string, unknown>;
  const numberAt = (name: string, least: number, most: number): number | undefined => {
    const value = from[name];
    if (value === undefined || value === "") return undefined;
    const number = Number(value);
    if (!Number.isInteger(number) || number < least || number > most)
      throw invalid(name, `${name} 取值错误`, `${name} must be between ${least} and ${most}.`);
    return number;
  };
  const filter = new ThreadFilter();
  if (numberAt("essence", 0, 1)) filter.essence = true;
  if (numberAt("attention", 0, 1)) filter.followed = true;
  const complex = numberAt("complex", 1, 5);
  if (complex === 5) {
    const author = numberAt("toUserId", 1, Number.MAX_SAFE_INTEGER) ?? ctx.viewer.id;
    filter.authorId = String(author);
  }
  const categories = [from["categoryids"] ?? []]
    .flat()
    .map(Number)
    .filter((id) => id > 0);
  return { sort: SORTS[numberAt("sort", 1, 4) ?? 1]!, filter, categoryId: categories[0] };
}

/** One thread with its text. */
export async function readThreadForLegacy(ctx: Context, { threadId }: LegacyThreadRef): Promise<object> {
  return legacyThread(ctx, await viewThread(ctx, threadId));
}

/** Publishes a thread (legacy-facts 3.5). */
export async function publishForLegacy(ctx: Context, input: LegacyNewThread): Promise<object> {
  const content = (input.content !== null && typeof input.content === "object" ? input.content : {}) as {
    text?: unknown;
    indexes?: unknown;
  };
  if (typeof content.text !== "string")
    throw invalid("content", "content.text 是必填项", "content.text is required.");
  const thread = await publishThread(
    ctx,
    checkInput(
      Object.assign(new PublishThreadInput(), {
        categoryId: String(input.categoryId),
        title: input.title,
        body: content.text,
        isAnonymous: input.anonymous ?? false,
        attachmentIds: attachmentIdsIn(content.indexes),
        position: positionOf(input.position),
      }),
    ),
  );
  return legacyThread(ctx, await viewThread(ctx, thread.id));
}

/** Ids of the pictures and files in the structured content of the predecessor. */
function attachmentIdsIn(indexes: unknown): string[] {
  if (indexes === null || typeof indexes !== "object") return [];
  return Object.values(indexes).flatMap((tom: { body?: { imageIds?: unknown; docIds?: unknown } } | null) => {
    const ids = tom?.body?.imageIds ?? tom?.body?.docIds ?? [];
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

/** A thread as legacy clients read it. */
export async function legacyThread(ctx: Context, thread: Thread): Promise<object> {
  const { viewer } = ctx;
  const category = await load(ctx, categoryById, thread.categoryId);
  const reaction = await load(ctx, reactionOf, thread.id);
  const text = await load(ctx, threadTextById, thread.id);
  const readable = canReadThread(viewer, thread).allowed;
  const anonymous = thread.isAnonymous && !viewer.owns(thread);
  const time = legacyTime(thread.createdAt);
  return {
    ...{ threadId: thread.id, postId: thread.id, userId: anonymous ? -1 : thread.authorId },
    ...{ categoryId: thread.categoryId, parentCategoryId: category?.parentId ?? 0, topicId: 0 },
    ...{ categoryName: category?.name ?? "", parentCategoryName: "", title: thread.title },
    ...{ viewCount: thread.viewCount, isApproved: thread.approval, isStick: thread.isSticky, isDraft: false },
    ...{ isSite: false, isAnonymous: thread.isAnonymous, isFavorite: reaction?.favorite ?? false },
    ...{
      price: 0,
      attachmentPrice: 0,
      payType: 0,
      paid: null,
      isLike: reaction?.liked ?? false,
      isReward: false,
    },
    ...{
      createdAt: time,
      issueAt: time,
      updatedAt: legacyTime(thread.editedAt ?? thread.createdAt),
      diffTime: time,
    },
    ...(await authorOf(ctx, thread)),
    likeReward: { users: [], likePayCount: thread.likeCount, shareCount: 0, postCount: thread.postCount },
    displayTag: {
      isPrice: null,
      isEssence: thread.isEssence || null,
      isRedPack: null,
      isReward: null,
      isVote: null,
    },
    position: {
      ...{ longitude: thread.longitude ?? "", latitude: thread.latitude ?? "" },
      ...{ address: thread.address, location: thread.location },
    },
    ability: {
      ...{
        canEdit: canEditThread(viewer, thread).allowed,
        canDelete: canDeleteThread(viewer, thread).allowed,
      },
      ...{
        canEssence: canSetEssence(viewer, thread).allowed,
        canStick: canSetSticky(viewer, thread).allowed,
      },
      ...{
        canReply: canReply(viewer, thread).allowed,
        canViewPost: readable,
        canPoster: viewer.may("thread.poster"),
      },
      canFreeViewPost: viewer.may("thread.freeViewPosts", thread.categoryId),
      canViewVideo: viewer.may("thread.viewVideo"),
      canViewAttachment: viewer.may("thread.viewAttachment"),
      canDownloadAttachment: viewer.may("thread.downloadAttachment"),
    },
    content: {
      text: readable ? (text?.bodyHtml ?? "") : "",
      indexes: readable ? await indexesOf(ctx, thread) : {},
    },
    freewords: 1,
  };
}

async function authorOf(ctx: Context, thread: Thread): Promise<object> {
  const author = canSeeAuthor(ctx.viewer, thread) ? await load(ctx, userById, thread.authorId) : null;
  if (!author) return { user: { nickname: ANONYMOUS, userId: -1, avatar: "" }, group: null };
  const {
    id: userId,
    nickname,
    avatarUrl,
    threadCount,
    followCount,
    fansCount,
    likedCount,
    createdAt,
  } = author;
  const group = await getGroup(ctx, author.groupId);
  const shown = {
    groupId: group.id,
    groupName: group.name,
    groupIcon: group.icon,
    isDisplay: true,
    level: group.level,
  };
  return {
    user: {
      ...{ userId, nickname, avatar: avatarUrl ?? "", threadCount, followCount, fansCount, likedCount },
      ...{ questionCount: 0, isRealName: false, joinedAt: legacyTime(createdAt) },
    },
    group: group.isDisplay && !thread.isAnonymous ? shown : null,
  };
}

async function indexesOf(ctx: Context, thread: Thread): Promise<object> {
  if (!thread.hasImages && !thread.hasAttachments) return {};
  const all = (await load(ctx, attachmentsOfThread, thread.id)) ?? [];
  const shown = all.map((each) => ({
    ...{ id: each.id, url: FILES_PATH + each.path, thumbUrl: FILES_PATH + (each.thumbPath ?? each.path) },
    ...{ fileName: each.fileName, fileSize: each.fileSize, fileWidth: each.width, fileHeight: each.height },
    isImage: each.kind === UploadKind.IMAGE,
  }));
  const tom = (tomId: string, body: readonly object[]): object =>
    body.length > 0 ? { [tomId]: { tomId, operation: "select", body } } : {};
  return {
    ...tom(
      TOM_IMAGES,
      shown.filter(({ isImage }) => isImage),
    ),
    ...tom(
      TOM_FILES,
      shown.filter(({ isImage }) => !isImage),
    ),
  };
}
