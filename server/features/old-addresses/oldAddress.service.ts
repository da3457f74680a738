import { cached } from "../../core/cached.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { nameKey } from "../../core/text.ts";
import { Attachment, FILES_PATH } from "../attachments/attachment.entity.ts";
import { findFile, mayReadFile } from "../attachments/serving/file.service.ts";
import { getPost } from "../posts/post.service.ts";
import { User } from "../users/user.entity.ts";
import {
  ADDRESS_MAX,
  BASE_PATH_MAX,
  FormerForum,
  FormerSource,
  OldAddress,
  TARGET_MAX,
} from "./oldAddress.entity.ts";
import type { OldPlace, ReadPlace } from "./oldPlace.ts";
import { keyOfAddress, type OldUrl, readOldUrl } from "./oldUrl.ts";
import { readDiscourse } from "./sources/discourse.ts";
import { readDiscuzQ } from "./sources/discuzQ.ts";
import { readDiscuzX } from "./sources/discuzX.ts";
import { readFlarum } from "./sources/flarum.ts";
import { readNodebb } from "./sources/nodebb.ts";
import { readPhpbb } from "./sources/phpbb.ts";

const READERS: Readonly<Record<FormerSource, ReadPlace>> = {
  [FormerSource.DISCUZ_Q]: readDiscuzQ,
  [FormerSource.DISCUZ_X]: readDiscuzX,
  [FormerSource.FLARUM]: readFlarum,
  [FormerSource.PHPBB]: readPhpbb,
  [FormerSource.NODEBB]: readNodebb,
  [FormerSource.DISCOURSE]: readDiscourse,
};
/** An import in another process shows within a minute. */
const FORMER_MAX_AGE_MS = 60_000;

/** The forums that the community came from, and whether addresses of them are recorded: most forums have neither. */
const former = cached(async (ctx) => {
  const forums = await ctx.db.find(FormerForum, { order: { source: "ASC" } });
  return { forums, hasRecords: (await ctx.db.find(OldAddress, { take: 1 })).length > 0 };
}, FORMER_MAX_AGE_MS);

/**
 * Finds the page that has taken over an address of the forum that the community came from; null for all others. One
 * statement by key; those that name a post, a file or a member's name take a look at that, as the viewer.
 * @param address path with query
 */
export async function findOldAddress(ctx: Context, address: string): Promise<string | null> {
  const { forums, hasRecords } = await former.get(ctx);
  const url = forums.length > 0 || hasRecords ? readOldUrl(address) : null;
  if (!url) return null;
  const record = hasRecords ? await ctx.db.findOneBy(OldAddress, { addressKey: keyOfAddress(url) }) : null;
  const target = record?.target ?? (await targetByPattern(ctx, forums, url));
  return target === address ? null : target;
}

async function targetByPattern(
  ctx: Context,
  forums: readonly FormerForum[],
  url: OldUrl,
): Promise<string | null> {
  for (const { source, basePath, postsPerPage } of forums) {
    const path = withoutBase(url.path, basePath);
    const place = path === null ? null : READERS[source]({ ...url, path }, postsPerPage);
    if (place) return targetOf(ctx, place);
  }
  return null;
}

/** The path within the folder of a former forum; null if it is outside. */
function withoutBase(path: string, basePath: string): string | null {
  if (basePath === "") return path;
  return path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) || "/" : null;
}

/** Gives the path of a place. Those that are an id are not looked up: their pages say whether the viewer may see them. */
function targetOf(ctx: Context, place: OldPlace): Promise<string | null> | string {
  switch (place.kind) {
    case "home":
      return "/";
    case "categories":
      return "/categories";
    case "thread":
      return threadPath(place.id, (place.position ?? 1) - 1);
    case "member":
      return `/user/${place.id}`;
    case "category":
    case "topic":
      return `/${place.kind}/${place.id}`;
    case "feed":
      return place.of === "site" ? "/rss.xml" : `/${place.of}/${place.id}/rss.xml`;
    case "post":
      return pathOfPost(ctx, place.id, place.threadId);
    case "file":
      return pathOfFile(ctx, place.id);
    case "memberName":
      return pathOfMember(ctx, place.name);
  }
}

/** The path of a reply by its number; of the thread for 0. */
function threadPath(threadId: number, number: number): string {
  return number === 0 ? `/thread/${threadId}` : `/thread/${threadId}?post=${number}#p${number}`;
}

async function pathOfPost(ctx: Context, id: number, threadId: number | null): Promise<string | null> {
  try {
    const { post } = await getPost(ctx, id);
    if (post.parentId !== null) return `/thread/comment/${post.parentId}#c${id}`;
    return threadPath(post.threadId, post.number ?? 0);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === "DATABASE_ERROR") throw error;
    return threadId === null ? null : threadPath(threadId, 0);
  }
}

async function pathOfFile(ctx: Context, id: number): Promise<string | null> {
  const attachment = await ctx.db.findOneBy(Attachment, { id });
  const file = attachment && (await findFile(ctx, attachment.path));
  return file && (await mayReadFile(ctx, file)) ? FILES_PATH + file.path : null;
}

/** Nicknames are what members show of themselves; the name that they sign in with leads nowhere. */
async function pathOfMember(ctx: Context, name: string): Promise<string | null> {
  const where = { nicknameKey: nameKey(name) };
  const member = await ctx.db.findOne(User, { select: { id: true }, where });
  return member && `/user/${member.id}`;
}

/** An address of a former forum, whole or from its path on, and the path that it leads to. */
export interface RecordedAddress {
  readonly url: string;
  readonly target: string;
}

/**
 * Records addresses of a former forum in the caller's transaction, for what no pattern computes: names, slugs, files,
 * first posts, things whose ids were not kept. They come before the patterns; later ones replace earlier ones. Some thousands at once at most.
 * @throws {DomainError} INVALID_PARAMETER for an address that is none, or a target that is not an encoded path of this site.
 */
export async function recordOldAddresses(ctx: Context, addresses: readonly RecordedAddress[]): Promise<void> {
  const rows = new Map<string, OldAddress>();
  for (const { url, target } of addresses) {
    const read = readOldUrl(url);
    const isLong = url.length > ADDRESS_MAX || target.length > TARGET_MAX;
    if (!read || isLong || !/^\/(?![/\\])[\x21-\x7e]*$/.test(target))
      throw invalid("url", `旧地址无效：${url}`, `The old address or its target is not valid: ${url}`);
    const addressKey = keyOfAddress(read);
    rows.set(addressKey, { addressKey, address: url, target });
  }
  if (rows.size > 0) await ctx.db.upsert(OldAddress, [...rows.values()], ["addressKey"]);
  former.invalidate(ctx.services);
}

/**
 * Makes the addresses of a former forum lead to the pages with the same ids, in the caller's transaction: its threads,
 * posts, members, categories and files have kept theirs.
 * @throws {DomainError} INVALID_PARAMETER for no posts on a page, or a folder that does not begin with a slash.
 */
export async function setFormerForum(ctx: Context, forum: FormerForum): Promise<void> {
  const { postsPerPage, basePath } = forum;
  const isFolder = basePath === "" || /^\/.*[^/]$/.test(basePath);
  if (!Number.isInteger(postsPerPage) || postsPerPage < 1 || !isFolder || basePath.length > BASE_PATH_MAX)
    throw invalid("basePath", "旧站的目录或每页帖数无效", "The folder or the posts of a page are not valid.");
  await ctx.db.upsert(FormerForum, { ...forum }, ["source"]);
  former.invalidate(ctx.services);
}
