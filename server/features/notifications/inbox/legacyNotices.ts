import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { load, preload } from "../../../core/loaders.ts";
import { LegacyPage, legacyPage, legacyTime, legacyAddress } from "../../../core/rest.ts";
import { NOTICE_TYPES, type NoticeType } from "../templates/kind.view.ts";
import { postById } from "../../posts/post.loaders.ts";
import { excerptOfPost, type Post } from "../../posts/post.entity.ts";
import { canSeePostAuthor } from "../../posts/post.policy.ts";
import type { Thread } from "../../threads/thread.entity.ts";
import { canSeeAuthor } from "../../threads/thread.policy.ts";
import { userById } from "../../users/user.loaders.ts";
import type { LegacyNoticeIds, LegacyNoticeList } from "./legacy.input.ts";
import { Notice } from "./notice.entity.ts";
import { noticePage } from "./notice.sql.ts";
import { deleteNotifications } from "./notice.deletion.service.ts";
import { markNotificationsRead, preloadNoticeNeighbours } from "./notice.service.ts";
import { ENTRY_OF } from "../../unread/unread.view.ts";
import { actorsOfNotice, dataOf, postOfNotice, textOfNotice, threadOfNotice } from "./wording.ts";

/** Notices on a page unless a client asks for another number (legacy-facts 1.4). */
const PER_PAGE = 10;
/** Characters of a reply that a notice shows. */
const EXCERPT_MAX = 100;

/** Notices of some types by numbered pages, the newest first; listing them marks these types as read (legacy-facts 3.4). */
export async function listNoticesForLegacy(ctx: Context, input: LegacyNoticeList): Promise<LegacyPage> {
  const types = typesIn(input.filter);
  const request = legacyPage(input, PER_PAGE);
  const entries = [...new Set(types.map((type) => ENTRY_OF[type]))];
  const { page, perPage } = request;
  const where = { userId: ctx.viewer.id, entry: In(entries), type: In(types) };
  const total = await ctx.db.countBy(Notice, where);
  const notices = await noticePage(ctx, { entries, types, limit: perPage, offset: (page - 1) * perPage });
  await preloadNoticeNeighbours(ctx, notices, new Set());
  await preloadAnswered(ctx, notices);
  const shown = await Promise.all(notices.map((notice) => legacyNotice(ctx, notice)));
  // What other sites make a browser ask for is shown to nobody, so it is not read.
  if (ctx.proof !== "cookie" && notices.some(({ readAt }) => readAt === null))
    await markNotificationsRead(ctx, { types });
  return new LegacyPage(shown, request, shown.length, total);
}

function typesIn(filter: unknown): readonly NoticeType[] {
  const { type = "" } = (filter !== null && typeof filter === "object" ? filter : {}) as { type?: unknown };
  if (typeof type !== "string") throw invalid("type", "type 必须是字符串", "type must be a text.");
  const named = type
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  for (const each of named) {
    if (!NOTICE_TYPES.includes(each as NoticeType))
      throw invalid("type", `未知的通知类型：${each}`, `There is no type ${each} of notices.`);
  }
  return named.length === 0 ? NOTICE_TYPES : [...new Set(named as NoticeType[])];
}

/** Reads the replies that answered ones stand below, and whoever wrote what notices tell of. */
async function preloadAnswered(ctx: Context, notices: readonly Notice[]): Promise<void> {
  const posts = await Promise.all(
    notices.map(async ({ postId }) => (postId === null ? null : await load(ctx, postById, postId))),
  );
  const parents = posts.flatMap((post) => post?.replyToPostId ?? []);
  await preload(ctx, postById, parents);
  const threads = await Promise.all(notices.map((notice) => threadOfNotice(ctx, notice)));
  const answered = await Promise.all(parents.map(async (id) => await load(ctx, postById, id)));
  await preload(
    ctx,
    userById,
    [...threads, ...answered].flatMap((thing) => thing?.authorId ?? []),
  );
}

async function legacyNotice(ctx: Context, notice: Notice): Promise<object> {
  const [thread, post] = [await threadOfNotice(ctx, notice), await postOfNotice(ctx, notice)];
  const [actor] = await actorsOfNotice(ctx, notice);
  const { id, type, kind, readAt, createdAt } = notice;
  const content = await textOfNotice(ctx, notice);
  return {
    ...{
      id,
      type,
      userId: actor?.id ?? -1,
      readAt: readAt && legacyTime(readAt),
      createdAt: legacyTime(createdAt),
    },
    ...{
      title: kind,
      content,
      raw: { tplId: kind, times: notice.times, reason: dataOf(notice).reason ?? "" },
    },
    ...{ nickname: actor?.nickname ?? "", userAvatar: legacyAddress(ctx, actor?.avatarUrl), isReal: false },
    ...{
      isAnonymous: actor === undefined && notice.postId !== null,
      isReply: Number(post?.parentId != null),
    },
    ...(await threadPart(ctx, thread)),
    ...(await postPart(ctx, post)),
  };
}

async function threadPart(ctx: Context, thread: Thread | null): Promise<object> {
  const author =
    thread && canSeeAuthor(ctx.viewer, thread) ? await load(ctx, userById, thread.authorId) : null;
  return {
    ...{
      threadId: thread?.id ?? 0,
      threadTitle: thread?.title ?? "",
      threadIsApproved: thread?.approval ?? 0,
    },
    ...{ threadCreatedAt: thread ? legacyTime(thread.createdAt) : "", threadUserGroups: "" },
    ...{
      threadUserNickname: author?.nickname ?? "",
      threadUserAvatar: legacyAddress(ctx, author?.avatarUrl),
    },
  };
}

async function postPart(ctx: Context, post: Post | null): Promise<object> {
  const answered = post?.replyToPostId == null ? null : await load(ctx, postById, post.replyToPostId);
  const isShown = answered !== null && answered.visible;
  const author =
    isShown && canSeePostAuthor(ctx.viewer, answered) ? await load(ctx, userById, answered.authorId) : null;
  return {
    ...{ postId: post?.id ?? 0, postContent: post ? excerptOfPost(post, EXCERPT_MAX) : "" },
    ...{
      replyPostId: isShown ? answered.id : 0,
      replyPostContent: isShown ? excerptOfPost(answered, EXCERPT_MAX) : "",
    },
    replyPostUserName: author?.nickname ?? "",
  };
}

/** Deletes notices of the viewer; those of others are left alone, as if unknown. */
export async function deleteNoticesForLegacy(ctx: Context, { id }: LegacyNoticeIds): Promise<[]> {
  const ids = id
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  if (ids.length === 0) throw invalid("id", "未获取到必要参数", "id is required.");
  await deleteNotifications(ctx, ids);
  return [];
}
