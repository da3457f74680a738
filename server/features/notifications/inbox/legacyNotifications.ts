import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { load, preload } from "../../../core/loaders.ts";
import { LegacyPage, legacyPage, legacyTime, legacyAddress } from "../../../core/rest.ts";
import { NOTIFICATION_TYPES, type NotificationType } from "../templates/kind.view.ts";
import { TEMPLATE_NAMES } from "../templates/presets.ts";
import { postById } from "../../posts/post.loaders.ts";
import { excerptOfPost, type Post } from "../../posts/post.entity.ts";
import { canSeePostAuthor } from "../../posts/post.policy.ts";
import type { Thread } from "../../threads/thread.entity.ts";
import { canSeeAuthor } from "../../threads/thread.policy.ts";
import { userById } from "../../users/user.loaders.ts";
import type { LegacyNotificationIds, LegacyNotificationList } from "./legacy.input.ts";
import type { Notification } from "./notification.entity.ts";
import { countForLegacy, notificationPage } from "./notification.sql.ts";
import { deleteNotifications } from "./notification.deletion.service.ts";
import { markNotificationsRead, preloadNotificationNeighbours } from "./notification.service.ts";
import { ENTRY_OF } from "../../unread/unread.view.ts";
import {
  actorsOfNotification,
  dataOf,
  postOfNotification,
  textOfNotification,
  threadOfNotification,
  timesOfNotification,
} from "./wording.ts";

/** Default size of a page (legacy-facts 1.4). */
const PER_PAGE = 10;
/** Characters of a reply that a notification shows. */
const EXCERPT_MAX = 100;

/**
 * Lists notifications of some types by numbered pages, newest first, and marks these types as read (legacy-facts 3.4),
 * with those of kinds that old clients do not get.
 */
export async function listNotificationsForLegacy(
  ctx: Context,
  input: LegacyNotificationList,
): Promise<LegacyPage> {
  const types = typesIn(input.filter);
  const request = legacyPage(input, PER_PAGE);
  const entries = [...new Set(types.map((type) => ENTRY_OF[type]))];
  const { page, perPage } = request;
  const { total, hasUnread } = await countForLegacy(ctx, { entries, types });
  const notifications = await notificationPage(ctx, {
    entries,
    types,
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  await preloadNotificationNeighbours(ctx, notifications, new Set());
  await preloadAnswered(ctx, notifications);
  const views = await Promise.all(notifications.map((notification) => legacyNotification(ctx, notification)));
  // A request that another site may have caused shows nothing to anybody, so it marks nothing.
  if (ctx.proof !== "cookie" && (hasUnread || notifications.some(({ readAt }) => readAt === null)))
    await markNotificationsRead(ctx, { types });
  return new LegacyPage(views, request, views.length, total);
}

function typesIn(filter: unknown): readonly NotificationType[] {
  const { type = "" } = (filter !== null && typeof filter === "object" ? filter : {}) as { type?: unknown };
  if (typeof type !== "string") throw invalid("type", "type 必须是字符串", "type must be a text.");
  const named = type
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  for (const each of named) {
    if (!NOTIFICATION_TYPES.includes(each as NotificationType))
      throw invalid("type", `未知的通知类型：${each}`, `There is no type ${each} of notifications.`);
  }
  return named.length === 0 ? NOTIFICATION_TYPES : [...new Set(named as NotificationType[])];
}

/** Preloads the parents of replies and the authors of everything that notifications name. */
async function preloadAnswered(ctx: Context, notifications: readonly Notification[]): Promise<void> {
  const posts = await Promise.all(
    notifications.map(async ({ postId }) => (postId === null ? null : await load(ctx, postById, postId))),
  );
  const parents = posts.flatMap((post) => post?.replyToPostId ?? post?.parentId ?? []);
  await preload(ctx, postById, parents);
  const threads = await Promise.all(
    notifications.map((notification) => threadOfNotification(ctx, notification)),
  );
  const answered = await Promise.all(parents.map(async (id) => await load(ctx, postById, id)));
  await preload(
    ctx,
    userById,
    [...threads, ...answered].flatMap((thing) => thing?.authorId ?? []),
  );
}

async function legacyNotification(ctx: Context, notification: Notification): Promise<object> {
  const [thread, post] = [
    await threadOfNotification(ctx, notification),
    await postOfNotification(ctx, notification),
  ];
  const [actor] = await actorsOfNotification(ctx, notification);
  const { id, type, kind, readAt, createdAt } = notification;
  const content = await textOfNotification(ctx, notification);
  return {
    id,
    type,
    userId: actor?.id ?? -1,
    readAt: readAt && legacyTime(readAt),
    createdAt: legacyTime(createdAt),
    title: TEMPLATE_NAMES[kind][ctx.locale === "en" ? "en" : "zh"],
    content,
    raw: {
      tplId: kind,
      times: await timesOfNotification(ctx, notification),
      reason: dataOf(notification).reason ?? "",
    },
    nickname: actor?.nickname ?? "",
    userAvatar: legacyAddress(ctx, actor?.avatarUrl),
    isReal: false,
    isAnonymous: actor === undefined && notification.postId !== null,
    isReply: Number(post?.parentId != null),
    ...(await threadPart(ctx, thread)),
    ...(await postPart(ctx, post)),
  };
}

async function threadPart(ctx: Context, thread: Thread | null): Promise<object> {
  const author =
    thread && canSeeAuthor(ctx.viewer, thread) ? await load(ctx, userById, thread.authorId) : null;
  return {
    threadId: thread?.id ?? 0,
    threadTitle: thread?.title ?? "",
    threadIsApproved: thread?.approval ?? 0,
    threadCreatedAt: thread ? legacyTime(thread.createdAt) : "",
    threadUserGroups: "",
    threadUserNickname: author?.nickname ?? "",
    threadUserAvatar: legacyAddress(ctx, author?.avatarUrl),
  };
}

async function postPart(ctx: Context, post: Post | null): Promise<object> {
  // A comment answers another comment, or else the reply below which it stands.
  const answeredId = post?.replyToPostId ?? post?.parentId ?? null;
  const answered = answeredId === null ? null : await load(ctx, postById, answeredId);
  const isShown = answered !== null && answered.visible;
  const author =
    isShown && canSeePostAuthor(ctx.viewer, answered) ? await load(ctx, userById, answered.authorId) : null;
  return {
    postId: post?.id ?? 0,
    postContent: post ? excerptOfPost(post, EXCERPT_MAX) : "",
    replyPostId: isShown ? answered.id : 0,
    replyPostContent: isShown ? excerptOfPost(answered, EXCERPT_MAX) : "",
    replyPostUserName: author?.nickname ?? "",
  };
}

/** Deletes notifications of the viewer; those of others are ignored, as if unknown. */
export async function deleteNotificationsForLegacy(ctx: Context, { id }: LegacyNotificationIds): Promise<[]> {
  const ids = id
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  if (ids.length === 0) throw invalid("id", "未获取到必要参数", "id is required.");
  await deleteNotifications(ctx, ids);
  return [];
}
