import type { Context } from "../../../core/context.ts";
import { load } from "../../../core/loaders.ts";
import { shorten } from "../../../core/markdown/excerpt.ts";
import { legacyTime } from "../../../core/rest.ts";
import { balanced } from "../../../core/text.ts";
import { groupsById } from "../../groups/group.service.ts";
import { NotificationChannel } from "../templates/channel.view.ts";
import { templateOf } from "../templates/template.service.ts";
import { fillIn, hasVariable, namesIn } from "../templates/templateText.ts";
import type { VariableName } from "../templates/variables.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { postById } from "../../posts/post.loaders.ts";
import { canSeePost } from "../../posts/post.policy.ts";
import { excerptOfPost, type Post } from "../../posts/post.entity.ts";
import type { Thread } from "../../threads/thread.entity.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { canSeeThread } from "../../threads/thread.policy.ts";
import type { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import type { Notification } from "./notification.entity.ts";
import type { BurstPart, NotificationData, ReportOutcome } from "./notification.view.ts";

/** Characters of a reply that a notification shows at most. */
const EXCERPT_MAX = 100;

type Place = Pick<Notification, "threadId" | "postId">;

/** Parses the stored data of a notification. */
export function dataOf(notification: Pick<Notification, "data">): NotificationData {
  return JSON.parse(notification.data) as NotificationData;
}

async function threadSeen(ctx: Context, threadId: number | null): Promise<Thread | null> {
  const thread = threadId === null ? null : await load(ctx, threadById, threadId);
  return thread && canSeeThread(ctx.viewer, thread).allowed ? thread : null;
}

async function postSeen(ctx: Context, postId: number | null): Promise<Post | null> {
  const post = postId === null ? null : await load(ctx, postById, postId);
  const thread = post && (await threadSeen(ctx, post.threadId));
  return thread && canSeePost(ctx.viewer, thread, post).allowed ? post : null;
}

/** Lists the texts of a burst that the viewer may see now, the last one last. */
async function partsSeen(ctx: Context, parts: readonly BurstPart[]): Promise<BurstPart[]> {
  // All at once, so that loaders read them together.
  const texts = await Promise.all(
    parts.map(([threadId, postId]) => (postId === null ? threadSeen(ctx, threadId) : postSeen(ctx, postId))),
  );
  return parts.filter((_, index) => texts[index] !== null);
}

/** Finds the text that a notification leads to: of a burst, the last one that the viewer may see now. */
async function placeOf(ctx: Context, notification: Notification): Promise<Place> {
  const { threadId, postId } = notification;
  const { parts } = dataOf(notification);
  const part = parts && (await partsSeen(ctx, parts)).at(-1);
  return part ? { threadId: part[0], postId: part[1] } : { threadId, postId };
}

/** Reads the thread of a notification; null unless the viewer may see it now. */
export async function threadOfNotification(ctx: Context, notification: Notification): Promise<Thread | null> {
  const place = await placeOf(ctx, notification);
  const post = await postSeen(ctx, place.postId);
  return threadSeen(ctx, post?.threadId ?? place.threadId);
}

/** Reads the reply of a notification; null unless the viewer may see it now. */
export async function postOfNotification(ctx: Context, notification: Notification): Promise<Post | null> {
  return postSeen(ctx, (await placeOf(ctx, notification)).postId);
}

/** Counts how often it happened that the notification tells about, without texts of a burst that are gone. */
export async function timesOfNotification(ctx: Context, notification: Notification): Promise<number> {
  const { parts } = dataOf(notification);
  const seen = parts ? await partsSeen(ctx, parts) : [];
  return seen.length === 0 ? notification.times : notification.times - parts!.length + seen.length;
}

/** Reads the beginning of the reply of a notification; empty unless the viewer may see it now. */
export async function excerptOfNotification(ctx: Context, notification: Notification): Promise<string> {
  const post = await postOfNotification(ctx, notification);
  return post ? excerptOfPost(post, EXCERPT_MAX) : "";
}

/** Reads the actors that a notification names, the last first. */
export async function actorsOfNotification(ctx: Context, notification: Notification): Promise<User[]> {
  const { actorIds = [], parts = [] } = dataOf(notification);
  const seen = await partsSeen(ctx, parts);
  const ids = actorIds.filter((id) => seen.length === 0 || isActor(seen, id) || !isActor(parts, id));
  const users: (User | null)[] = [];
  for (const id of ids) users.push(await load(ctx, userById, id));
  return users.filter((user) => user !== null);
}

const isActor = (parts: readonly BurstPart[], userId: number): boolean =>
  parts.some(([, , actorId]) => actorId === userId);

/** Names actors: "Ada, Bo and 3 others", of as many as it happened; nobody named is "Somebody". */
function nameAll(en: boolean, users: readonly User[], times: number): string {
  const names = users.map(({ nickname }) => balanced(nickname));
  if (names.length === 0)
    return en ? (times > 1 ? `${times} people` : "Somebody") : times > 1 ? `${times} 人` : "有人";
  const others = times - names.length;
  if (others <= 0) {
    if (!en) return names.join("、");
    return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(", ")} and ${names.at(-1)!}`;
  }
  return en ? `${names.join(", ")} and others (${times} in all)` : `${names.join("、")} 等（共 ${times} 次）`;
}

/** Rendered texts of a notification on a channel. */
export interface NotificationWords {
  readonly title: string;
  readonly body: string;
  /** Template at the provider, and the variables in their order. */
  readonly providerTemplateId: string;
  readonly values: readonly string[];
}

/**
 * Renders a notification for a channel, in the language of the viewer, without anything that they may not see now.
 * @param showContent false leaves out the text of the reply or thread
 */
export async function wordsOfNotification(
  ctx: Context,
  notification: Notification,
  channel: NotificationChannel,
  showContent = true,
): Promise<NotificationWords> {
  const template = await templateOf(ctx, notification.kind, channel);
  const locale = ctx.locale === "en" ? "en" : "zh";
  const [title, body] = [template.title[locale], template.body[locale]];
  const values = await balancedValuesOf(
    ctx,
    notification,
    showContent && hasVariable(title + body, "content"),
  );
  return {
    title: fillIn(title, values),
    body: fillIn(body, values),
    providerTemplateId: template.providerTemplateId,
    values: namesIn(body).map((name) => (values as Readonly<Record<string, string>>)[name] ?? ""),
  };
}

/** Gives the text of a notification in the message centre. */
export async function textOfNotification(ctx: Context, notification: Notification): Promise<string> {
  return (await wordsOfNotification(ctx, notification, NotificationChannel.SITE)).body;
}

/** Gives the variables of templates, each closed against changes of the text direction around it. */
async function balancedValuesOf(
  ctx: Context,
  notification: Notification,
  withContent: boolean,
): Promise<Record<VariableName, string>> {
  const values = await valuesOf(ctx, notification, withContent);
  for (const name of Object.keys(values) as VariableName[]) values[name] = balanced(values[name]);
  return values;
}

/** Gives the variables of templates; content is read only if it is wanted. */
async function valuesOf(
  ctx: Context,
  notification: Notification,
  withContent: boolean,
): Promise<Record<VariableName, string>> {
  const en = ctx.locale === "en";
  const data = dataOf(notification);
  const thread = await threadOfNotification(ctx, notification);
  // A stored title is that of an own thread; rows of earlier versions store others, too.
  const title = balanced(thread?.title ?? (notification.postId === null ? data.title : undefined) ?? "");
  const actors = await actorsOfNotification(ctx, notification);
  // Several threads are counted as things, not as people.
  const times = await timesOfNotification(ctx, notification);
  const isMany = notification.kind === "post.published" && times > 1;
  const reason = data.reasons?.[en ? "en" : "zh"] ?? data.reason;
  const viewer = await load(ctx, userById, ctx.viewer.id);
  const group = viewer && (await groupsById(ctx)).get(viewer.groupId);
  return {
    actors: nameAll(en, actors, isMany ? actors.length : times),
    times: String(times),
    thing: thingOf(en, { ...notification, times }, title, notification.postId !== null),
    title,
    threadid: thread ? String(thread.id) : "",
    content: withContent ? await contentOfNotification(ctx, notification) : "",
    reason: reason || (en ? "none" : "无"),
    because: reason ? (en ? `Reason: ${reason}` : `原因：${reason}`) : "",
    amount: data.amount ?? "",
    oldgroupname: data.oldGroup ?? "",
    newgroupname: data.newGroup ?? "",
    badges: data.badgeNames?.[en ? "en" : "zh"] ?? "",
    level: data.levelName ?? "",
    host: data.host ?? "",
    search: data.searchName === undefined ? "" : `“${data.searchName}”`,
    results: resultsOf(en, data.resultCount ?? 0),
    plugin: data.pluginNames?.[en ? "en" : "zh"] ?? "",
    passkey: data.passkey ?? "",
    reported: data.report ? reportedOf(en, data.report, title) : "",
    outcome: data.report ? outcomeOf(en, data.report) : "",
    roomname: data.roomName ?? "",
    groupname: group?.name ?? "",
    nickname: viewer?.nickname ?? "",
    username: viewer?.username ?? "",
    sitename: (await getSettings(ctx)).site_name,
    siteurl: ctx.services.publicUrl,
    time: legacyTime(notification.createdAt),
  };
}

const REPORTED = {
  thread: { zh: "一个帖子", en: "a thread" },
  post: { zh: "一条回复", en: "a reply" },
  user: { zh: "一位成员", en: "a member" },
  message: { zh: "一条消息", en: "a message" },
} as const;

/** Names a reported thing: by the title of its thread where the recipient may see that, otherwise by its kind. */
function reportedOf(en: boolean, { about }: ReportOutcome, title: string): string {
  if (title === "") return REPORTED[about][en ? "en" : "zh"];
  if (about === "post") return en ? `a reply in “${title}”` : `帖子《${title}》中的回复`;
  return en ? `the thread “${title}”` : `帖子《${title}》`;
}

/** Says whether a report led to something, never to what. */
function outcomeOf(en: boolean, { isUpheld }: ReportOutcome): string {
  if (isUpheld) return en ? "something was done" : "已采取措施";
  return en ? "nothing needed doing" : "没有发现需要处理的问题";
}

/** Says how many new results a search has; 100 stand for all from 100. */
function resultsOf(en: boolean, count: number): string {
  const number = count > 99 ? "99+" : String(count);
  if (!en) return `${number} 条新结果`;
  return count === 1 ? "1 new result" : `${number} new results`;
}

/** Reads the beginning of the reply or else of the thread of a notification; empty unless the viewer may see it now. */
async function contentOfNotification(ctx: Context, notification: Notification): Promise<string> {
  if (notification.postId !== null) return excerptOfNotification(ctx, notification);
  // Stored with the thread: neither its long text is read nor its Markdown parsed for each recipient.
  return shorten((await threadOfNotification(ctx, notification))?.excerpt ?? "", EXCERPT_MAX);
}

function thingOf(en: boolean, { kind, why, times }: Notification, title: string, isReply: boolean): string {
  const named = title === "" ? "" : en ? ` “${title}”` : `《${title}》`;
  if (kind === "post.replied") {
    if (why === "ANSWERED") return en ? `you in${named || " a thread"}` : `你在帖子${named}中的发言`;
    return why === "AUTHOR"
      ? en
        ? `your thread${named}`
        : `你的帖子${named}`
      : en
        ? `the thread${named}`
        : `帖子${named}`;
  }
  if (kind === "post.published" && times > 1) {
    if (en) return `${times} threads${named && `, the last one${named}`}`;
    return `${times} 个帖子${named && `，最新的是${named}`}`;
  }
  if (kind === "post.reminded" || kind === "post.published" || kind === "bookmark.due")
    return en ? `the thread${named}` : `帖子${named}`;
  if (isReply) return en ? `reply in${named || " a thread"}` : `${named ? `在帖子${named}中的` : ""}回复`;
  return en ? `thread${named}` : `帖子${named}`;
}
