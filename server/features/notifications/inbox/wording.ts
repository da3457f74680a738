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
import type { NotificationData } from "./notification.view.ts";

/** Characters of a reply that a notification shows at most. */
const EXCERPT_MAX = 100;

/** Facts that a notification keeps. */
export function dataOf(notification: Pick<Notification, "data">): NotificationData {
  return JSON.parse(notification.data) as NotificationData;
}

/** The thread that a notification tells of, if the viewer may see it now. */
export async function threadOfNotification(ctx: Context, { threadId }: Notification): Promise<Thread | null> {
  const thread = threadId === null ? null : await load(ctx, threadById, threadId);
  return thread && canSeeThread(ctx.viewer, thread).allowed ? thread : null;
}

/** The reply that a notification tells of, if the viewer may see it now. */
export async function postOfNotification(ctx: Context, notification: Notification): Promise<Post | null> {
  const thread = await threadOfNotification(ctx, notification);
  const post =
    notification.postId === null || !thread ? null : await load(ctx, postById, notification.postId);
  return post && canSeePost(ctx.viewer, thread!, post).allowed ? post : null;
}

/** The beginning of the reply that a notification tells of, if the viewer may see it now. */
export async function excerptOfNotification(ctx: Context, notification: Notification): Promise<string> {
  const post = await postOfNotification(ctx, notification);
  return post ? excerptOfPost(post, EXCERPT_MAX) : "";
}

/** Whom a notification names, the last one first. */
export async function actorsOfNotification(ctx: Context, notification: Notification): Promise<User[]> {
  const ids = dataOf(notification).actorIds ?? [];
  const users: (User | null)[] = [];
  for (const id of ids) users.push(await load(ctx, userById, id));
  return users.filter((user) => user !== null);
}

/** "Ada, Bo and 3 others", of as many as it happened; whoever is not named is somebody. */
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

/** The words of a notification on a channel. */
export interface NotificationWords {
  readonly title: string;
  readonly body: string;
  /** For channels whose provider has the text: which of its templates, and the variables in their order. */
  readonly providerTemplateId: string;
  readonly values: readonly string[];
}

/**
 * What a notification says on a channel, in the language of the viewer, without anything that they may not see now.
 * @param showContent false leaves out what was written
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

/** What a notification says in the message centre. */
export async function textOfNotification(ctx: Context, notification: Notification): Promise<string> {
  return (await wordsOfNotification(ctx, notification, NotificationChannel.SITE)).body;
}

/** The variables of templates, none of which turns the direction of what stands around it. */
async function balancedValuesOf(
  ctx: Context,
  notification: Notification,
  withContent: boolean,
): Promise<Record<VariableName, string>> {
  const values = await valuesOf(ctx, notification, withContent);
  for (const name of Object.keys(values) as VariableName[]) values[name] = balanced(values[name]);
  return values;
}

/** The variables of templates; what was written is read only if it is wanted. */
async function valuesOf(
  ctx: Context,
  notification: Notification,
  withContent: boolean,
): Promise<Record<VariableName, string>> {
  const en = ctx.locale === "en";
  const data = dataOf(notification);
  const thread = await threadOfNotification(ctx, notification);
  // A title that was kept is that of an own thread; rows of earlier versions keep others, too.
  const title = balanced(thread?.title ?? (notification.postId === null ? data.title : undefined) ?? "");
  const actors = await actorsOfNotification(ctx, notification);
  // Several threads are counted as things, not as people.
  const isMany = notification.kind === "post.published" && notification.times > 1;
  const viewer = await load(ctx, userById, ctx.viewer.id);
  const group = viewer && (await groupsById(ctx)).get(viewer.groupId);
  return {
    actors: nameAll(en, actors, isMany ? actors.length : notification.times),
    times: String(notification.times),
    thing: thingOf(en, notification, title, notification.postId !== null),
    title,
    threadid: thread ? String(thread.id) : "",
    content: withContent ? await contentOfNotification(ctx, notification) : "",
    reason: data.reason || (en ? "none" : "无"),
    because: data.reason ? (en ? `Reason: ${data.reason}` : `原因：${data.reason}`) : "",
    amount: data.amount ?? "",
    oldgroupname: data.oldGroup ?? "",
    newgroupname: data.newGroup ?? "",
    groupname: group?.name ?? "",
    nickname: viewer?.nickname ?? "",
    username: viewer?.username ?? "",
    sitename: (await getSettings(ctx)).site_name,
    siteurl: ctx.services.publicUrl,
    time: legacyTime(notification.createdAt),
  };
}

/** The beginning of the reply that a notification tells of, or else of the thread, if the viewer may see it now. */
async function contentOfNotification(ctx: Context, notification: Notification): Promise<string> {
  if (notification.postId !== null) return excerptOfNotification(ctx, notification);
  // Kept with the thread: neither its long text is read nor its Markdown parsed for each recipient.
  return shorten((await threadOfNotification(ctx, notification))?.excerpt ?? "", EXCERPT_MAX);
}

function thingOf(en: boolean, { kind, why, times }: Notification, title: string, isReply: boolean): string {
  const named = title === "" ? "" : en ? ` “${title}”` : `《${title}》`;
  if (kind === "post.replied") {
    if (why === "ANSWERED") return en ? `you in${named || " a thread"}` : `你在主题${named}中的发言`;
    return why === "AUTHOR"
      ? en
        ? `your thread${named}`
        : `你的主题${named}`
      : en
        ? `the thread${named}`
        : `主题${named}`;
  }
  if (kind === "post.published" && times > 1) {
    if (en) return `${times} threads${named && `, the last one${named}`}`;
    return `${times} 个主题${named && `，最新的是${named}`}`;
  }
  if (kind === "post.reminded" || kind === "post.published")
    return en ? `the thread${named}` : `主题${named}`;
  if (isReply) return en ? `reply in${named || " a thread"}` : `${named ? `在主题${named}中的` : ""}回复`;
  return en ? `thread${named}` : `主题${named}`;
}
