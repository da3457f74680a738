import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import { getSettings } from "../settings/setting.service.ts";
import { postById } from "../posts/post.loaders.ts";
import { canSeePost } from "../posts/post.policy.ts";
import type { Post } from "../posts/post.entity.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { threadById } from "../threads/thread.loaders.ts";
import { canSeeThread } from "../threads/thread.policy.ts";
import type { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import type { Notice } from "./notice.entity.ts";
import type { NoticeData } from "./notice.view.ts";
import { fillIn, TEMPLATES } from "./templates.ts";

/** Facts that a notice keeps. */
export function dataOf(notice: Pick<Notice, "data">): NoticeData {
  return JSON.parse(notice.data) as NoticeData;
}

/** The thread that a notice tells of, if the viewer may see it now. */
export async function threadOfNotice(ctx: Context, { threadId }: Notice): Promise<Thread | null> {
  const thread = threadId === null ? null : await load(ctx, threadById, threadId);
  return thread && canSeeThread(ctx.viewer, thread).allowed ? thread : null;
}

/** The reply that a notice tells of, if the viewer may see it now. */
export async function postOfNotice(ctx: Context, notice: Notice): Promise<Post | null> {
  const thread = await threadOfNotice(ctx, notice);
  const post = notice.postId === null || !thread ? null : await load(ctx, postById, notice.postId);
  return post && canSeePost(ctx.viewer, thread!, post).allowed ? post : null;
}

/** Whom a notice names, the last one first. */
export async function actorsOfNotice(ctx: Context, notice: Notice): Promise<User[]> {
  const ids = dataOf(notice).actorIds ?? [];
  const users: (User | null)[] = [];
  for (const id of ids) users.push(await load(ctx, userById, id));
  return users.filter((user) => user !== null);
}

/** "Ada, Bo and 3 others", of as many as it happened; whoever is not named is somebody. */
function nameAll(en: boolean, users: readonly User[], times: number): string {
  const names = users.map(({ nickname }) => nickname);
  if (names.length === 0)
    return en ? (times > 1 ? `${times} people` : "Somebody") : times > 1 ? `${times} 人` : "有人";
  const others = times - names.length;
  if (others <= 0) {
    if (!en) return names.join("、");
    return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(", ")} and ${names.at(-1)!}`;
  }
  return en ? `${names.join(", ")} and others (${times} in all)` : `${names.join("、")} 等（共 ${times} 次）`;
}

/** What a notice says, in the language of the viewer, without anything that they may not see now. */
export async function textOfNotice(ctx: Context, notice: Notice): Promise<string> {
  const en = ctx.locale === "en";
  const data = dataOf(notice);
  const thread = await threadOfNotice(ctx, notice);
  const title = thread?.title ?? data.title ?? "";
  const isReply = notice.postId !== null;
  const viewer = await load(ctx, userById, ctx.viewer.id);
  return fillIn(TEMPLATES[notice.kind][en ? "en" : "zh"], {
    actors: nameAll(en, await actorsOfNotice(ctx, notice), notice.times),
    thing: thingOf(en, notice, title, isReply),
    reason: data.reason ? (en ? `Reason: ${data.reason}` : `原因：${data.reason}`) : "",
    amount: data.amount ?? "",
    oldgroupname: data.oldGroup ?? "",
    newgroupname: data.newGroup ?? "",
    nickname: viewer?.nickname ?? "",
    username: viewer?.username ?? "",
    sitename: (await getSettings(ctx)).site_name,
  });
}

function thingOf(en: boolean, { kind, why }: Notice, title: string, isReply: boolean): string {
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
  if (kind === "post.reminded" || kind === "post.published")
    return en ? `the thread${named}` : `主题${named}`;
  if (isReply) return en ? `reply in${named || " a thread"}` : `${named ? `在主题${named}中的` : ""}回复`;
  return en ? `thread${named}` : `主题${named}`;
}
