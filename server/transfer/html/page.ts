import { escapeHtml } from "../../features/notifications/delivery/messages/messageBody.ts";
import type { CategoryRow, MemberRow, PostRow, TextRow, ThreadRow, ThreadText } from "./documents.ts";
import { pageName } from "./places.ts";

/** Parts of a text that the copy has prepared: links that lead to its own pages, and files that are in it. */
export interface Prepared {
  readonly html: string;
  /** Address of the page of the author; null where there is none. */
  readonly author: string | null;
  readonly avatar: string | null;
  readonly files: readonly { readonly name: string; readonly href: string; readonly isImage: boolean }[];
}

/** Looks of a page. */
interface Frame {
  readonly site: string;
  readonly title: string;
  /** Pages above it, with their names. */
  readonly path?: readonly (readonly [href: string, name: string])[];
  readonly content: string;
  /** "" for the first page, "../" for those in folders. */
  readonly root: string;
}

/** Pages of a list around one. */
export interface Turn {
  readonly folder: string;
  readonly id: string | number;
  readonly page: number;
  readonly hasNext: boolean;
}

const day = (time: string | Date): string => new Date(time).toISOString().slice(0, 16).replace("T", " ");
const link = (href: string, text: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

/** Writes a page. */
export function framed({ site, title, path = [], content, root }: Frame): string {
  const trail = [[`${root}index.html`, site] as const, ...path]
    .map(([href, name]) => link(href, name))
    .join(" › ");
  const heading = title === site ? title : `${title} - ${site}`;
  return `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)}</title>
<link rel="stylesheet" href="${root}style.css">
${root === "" ? "" : `<nav>${trail}</nav>\n`}<h1>${escapeHtml(title)}</h1>
${content}
</html>
`;
}

/** Writes links to the pages before and behind one. */
export function turning({ folder, id, page, hasNext }: Turn): string {
  const before = page > 1 ? link(`../${pageName(folder, id, page - 1)}`, "上一页") : "";
  const behind = hasNext ? link(`../${pageName(folder, id, page + 1)}`, "下一页") : "";
  return before || behind ? `<nav>${before} 第 ${page} 页 ${behind}</nav>` : "";
}

/** Writes a list of categories, those within others below them. */
export function categoryList(categories: readonly CategoryRow[]): string {
  const items = categories.map(
    ({ id, name, description, threadCount, children = [] }) =>
      `<li>${link(pageName("categories", id), name)} <span class="facts">${threadCount} 个主题 ${escapeHtml(description)}</span>` +
      `${children.length > 0 ? categoryList(children) : ""}</li>`,
  );
  return `<ul class="list">${items.join("\n")}</ul>`;
}

/** Writes a list of threads. @param isThere whether the copy has the page of a thread */
export function threadList(threads: readonly ThreadRow[], isThere: (id: string) => boolean): string {
  const items = threads.map(({ id, title, author, createdAt, postCount, isSticky, isEssence }) => {
    const marks = `${isSticky ? "[置顶] " : ""}${isEssence ? "[精华] " : ""}`;
    const name = isThere(id) ? link(`../${pageName("threads", id)}`, title) : escapeHtml(title);
    const facts = `${escapeHtml(author?.nickname ?? "匿名")} · ${day(createdAt)} · ${postCount} 条回复`;
    return `<li>${marks}${name}<br><span class="facts">${facts}</span></li>`;
  });
  return items.length > 0 ? `<ul class="list">${items.join("\n")}</ul>` : "<p>没有主题。</p>";
}

function byLine(
  { author, createdAt, likeCount }: TextRow,
  { author: href, avatar }: Prepared,
  place = "",
): string {
  const picture = avatar ? `<img class="avatar" src="${escapeHtml(avatar)}" alt=""> ` : "";
  const nickname = author?.nickname ?? "匿名";
  const name = href ? link(href, nickname) : escapeHtml(nickname);
  const likes = likeCount > 0 ? ` · ${likeCount} 赞` : "";
  return `<div class="facts">${place}${picture}${name} · ${day(createdAt)}${likes}</div>`;
}

function filesOf({ files }: Prepared): string {
  return files
    .map(({ name, href, isImage }) =>
      isImage
        ? `<p><img src="${escapeHtml(href)}" alt="${escapeHtml(name)}"></p>`
        : `<p>附件：${link(href, name)}</p>`,
    )
    .join("\n");
}

/** Writes the text of a thread. */
export function threadText(thread: ThreadText, prepared: Prepared): string {
  const sold = thread.viewerReadsAll ? "" : "<p><em>其余内容需付费阅读，不在此副本中。</em></p>";
  return `<article>${byLine(thread, prepared)}\n${prepared.html}\n${filesOf(prepared)}${sold}</article>`;
}

/** Writes a reply with the comments on it, which are written already. */
export function postText(post: PostRow, prepared: Prepared, comments = ""): string {
  const id = post.number === null ? "" : ` id="p${post.number}"`;
  if (post.isDeleted) return `<article${id}><p class="facts">（已删除）</p>${comments}</article>`;
  const to = post.replyTo ? `回复 ${escapeHtml(post.replyTo.nickname)}：` : "";
  const place = post.number === null ? "" : `#${post.number} `;
  return `<article${id}>${byLine(post, prepared, place)}${to}\n${prepared.html}\n${filesOf(prepared)}${comments}</article>`;
}

/** Writes what a visitor reads of a member. */
export function memberText(member: MemberRow, avatar: string | null, threads: string): string {
  const picture = avatar ? `<img class="avatar" src="${escapeHtml(avatar)}" alt=""> ` : "";
  const { signature, group, createdAt, threadCount, postCount } = member;
  return `<p>${picture}${escapeHtml(signature)}</p>
<p class="facts">${escapeHtml(group.name)} · ${day(createdAt)} 加入 · ${threadCount} 个主题 · ${postCount} 条回复</p>
${threads}`;
}

/** Writes a list of members. */
export function memberList(members: readonly { readonly id: number; readonly name: string }[]): string {
  const items = members.map(({ id, name }) => `<li>${link(`../${pageName("members", id)}`, name)}</li>`);
  return `<ul class="list">${items.join("\n")}</ul>`;
}

/** Escapes a text of several lines. */
export function escapeLines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}
