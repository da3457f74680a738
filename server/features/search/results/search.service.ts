import type { Context, SqlValue } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { load, preload, type Loader } from "../../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { marks, rows } from "../../../core/sql.ts";
import { cleanLine, lengthOf } from "../../../core/text.ts";
import { allow } from "../../../core/viewer.ts";
import { readableCategoryIds } from "../../categories/category.service.ts";
import { postById, postPlainTextById } from "../../posts/post.loaders.ts";
import { canSeePost } from "../../posts/post.policy.ts";
import type { SearchedKind } from "../index/index.sql.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { canSeeThread } from "../../threads/thread.policy.ts";
import { LIVE_TOPIC } from "../../topics/topic.entity.ts";
import { readableThreadsOf, topicById } from "../../topics/topic.loaders.ts";
import { userById } from "../../users/user.loaders.ts";
import { findIds, type Wanted } from "./find.sql.ts";
import { SearchHit, SearchKind } from "./search.view.ts";
import { snippetOf } from "./snippet.ts";

/** Longest query, in characters. */
export const QUERY_MAX = 100;

/** What is searched for, and which page of it. */
export interface SearchRequest extends PageRequest {
  readonly query: string;
  readonly kind: SearchKind;
}

const KINDS: Readonly<Record<SearchKind, SearchedKind>> = {
  [SearchKind.THREAD]: "thread",
  [SearchKind.POST]: "post",
  [SearchKind.USER]: "user",
  [SearchKind.TOPIC]: "topic",
};

/**
 * Finds threads, replies, members or topics, newest first; only what the viewer may read, nothing of whom they block.
 * @throws {DomainError} INVALID_PARAMETER for query, first, after; FORBIDDEN or LOGIN_REQUIRED without `viewThreads`,
 *   `thread.viewPosts`, or for members `user.view`; RATE_LIMITED.
 */
export async function search(ctx: Context, request: SearchRequest): Promise<Connection<SearchHit>> {
  const { kind } = request;
  const first = checkFirst(request.first);
  const query = cleanLine(request.query, "query");
  const length = lengthOf(query);
  if (length < 1 || length > QUERY_MAX) {
    throw invalid(
      "query",
      `搜索词须为 1 到 ${QUERY_MAX} 个字符`,
      `A search has 1 to ${QUERY_MAX} characters.`,
    );
  }
  const list = `search.${kind}`;
  const after = request.after ? (decodeCursor(list, request.after, ["number"])[0] as number) : null;
  const scope = await scopeOf(ctx, kind);
  await ctx.services.rateLimiter.take(
    "search",
    ctx.viewer.isSignedIn ? `u${ctx.viewer.accountId}` : ctx.address,
  );

  const below = after ?? Number.MAX_SAFE_INTEGER;
  const found = await findIds(ctx, { kind: KINDS[kind], query, below, limit: first + 1, ...scope });
  const hits = await HITS[kind](ctx, found.ids.slice(0, first), query);
  const page = pageOf(hits, first, ({ id }) => encodeCursor(list, [id]), after !== null);
  const last = found.continueBelow ?? found.ids.slice(0, first).at(-1);
  return {
    ...page,
    pageInfo: {
      ...page.pageInfo,
      hasNextPage: found.ids.length > first || found.continueBelow !== null,
      endCursor: last === undefined ? null : encodeCursor(list, [last]),
    },
  };
}

type Scope = Pick<Wanted, "joins" | "where" | "values">;

/** Which things of a kind the viewer may find, as conditions. */
export async function scopeOf(ctx: Context, kind: SearchKind): Promise<Scope> {
  const blocked = "SELECT b.blockedUserId FROM blocks b WHERE b.userId = ?";
  const me = ctx.viewer.id;
  if (kind === SearchKind.USER) {
    allow(ctx.viewer.check("user.view"));
    return {
      joins: ["users u ON u.id = s.id"],
      where: `u.status IN (0, 1) AND u.id NOT IN (${blocked})`,
      values: [me],
    };
  }
  const categories = await readableCategoryIds(ctx);
  if (kind === SearchKind.TOPIC) return topicScope(categories);
  const where = ["t.visible = 1"];
  const values: SqlValue[] = [];
  if (categories !== "all") {
    where.push(`t.categoryId IN (${marks(categories)})`);
    values.push(...categories);
  }
  // Anonymous ones stay: what vanishes after a block would name its author.
  where.push(`(t.isAnonymous = 1 OR t.authorId NOT IN (${blocked}))`);
  values.push(me);
  if (kind === SearchKind.THREAD) {
    return { joins: ["threads t ON t.id = s.id"], where: where.join(" AND "), values };
  }
  where.push("p.visible = 1", `(p.isAnonymous = 1 OR p.authorId NOT IN (${blocked}))`);
  values.push(me);
  return {
    joins: ["posts p ON p.id = s.id", "threads t ON t.id = p.threadId"],
    where: where.join(" AND "),
    values,
  };
}

/** Topics of threads that the viewer may read. */
function topicScope(categories: "all" | number[]): Scope {
  const joins = ["topics x ON x.id = s.id"];
  if (categories === "all") return { joins, where: `x.threadCount > 0 AND ${LIVE_TOPIC}`, values: [] };
  const where = `${LIVE_TOPIC} AND EXISTS (SELECT 1 FROM topic_categories c WHERE c.topicId = x.id AND c.categoryId IN (${marks(categories)}))`;
  return { joins, where, values: categories };
}

type MakeHits = (ctx: Context, ids: readonly number[], query: string) => Promise<SearchHit[]>;

const HITS: Readonly<Record<SearchKind, MakeHits>> = {
  [SearchKind.THREAD]: threadHits,
  [SearchKind.POST]: postHits,
  [SearchKind.USER]: userHits,
  [SearchKind.TOPIC]: topicHits,
};

const NOTHING = { thread: null, post: null, user: null, topic: null };

async function threadHits(ctx: Context, ids: readonly number[], query: string): Promise<SearchHit[]> {
  if (ids.length === 0) return [];
  const [texts] = await Promise.all([plainTextsOf(ctx, ids), preload(ctx, threadById, ids)]);
  return ids.flatMap((id) => {
    const thread = known(ctx, threadById, id);
    // Once more by the rules themselves: they have the last word, and something may have changed in between.
    if (!thread || !canSeeThread(ctx.viewer, thread).allowed) return [];
    const snippet = snippetOf(texts.get(id) ?? "", query);
    return Object.assign(new SearchHit(), NOTHING, { id, kind: SearchKind.THREAD, snippet, thread });
  });
}

async function postHits(ctx: Context, ids: readonly number[], query: string): Promise<SearchHit[]> {
  if (ids.length === 0) return [];
  await Promise.all([preload(ctx, postPlainTextById, ids), preload(ctx, postById, ids)]);
  const posts = ids.flatMap((id) => known(ctx, postById, id) ?? []);
  await preload(
    ctx,
    threadById,
    posts.map((post) => post.threadId),
  );
  return posts.flatMap((post) => {
    const thread = known(ctx, threadById, post.threadId);
    if (!thread || !canSeePost(ctx.viewer, thread, post).allowed) return [];
    const snippet = snippetOf(known(ctx, postPlainTextById, post.id) ?? "", query);
    return Object.assign(new SearchHit(), NOTHING, {
      id: post.id,
      kind: SearchKind.POST,
      snippet,
      thread,
      post,
    });
  });
}

async function userHits(ctx: Context, ids: readonly number[]): Promise<SearchHit[]> {
  await preload(ctx, userById, ids);
  return ids.flatMap((id) => {
    const user = known(ctx, userById, id);
    if (!user) return [];
    return Object.assign(new SearchHit(), NOTHING, {
      id,
      kind: SearchKind.USER,
      snippet: user.nickname,
      user,
    });
  });
}

async function topicHits(ctx: Context, ids: readonly number[]): Promise<SearchHit[]> {
  await Promise.all([preload(ctx, topicById, ids), preload(ctx, readableThreadsOf, ids)]);
  return ids.flatMap((id) => {
    const topic = known(ctx, topicById, id);
    if (!topic || !known(ctx, readableThreadsOf, id)) return [];
    const snippet = topic.name;
    return Object.assign(new SearchHit(), NOTHING, { id, kind: SearchKind.TOPIC, snippet, topic });
  });
}

/** What has just been preloaded. */
function known<V>(ctx: Context, loader: Loader<number, V>, id: number): V | null {
  return load(ctx, loader, id) as V | null;
}

/** Threads without marks; rows that wait for the job give their Markdown. */
async function plainTextsOf(
  ctx: Context,
  threadIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const found = await rows<{ id: number; text: string }>(
    ctx,
    `SELECT t.id, COALESCE(t.plainText, t.body) AS text FROM threads t WHERE t.id IN (${marks(threadIds)})`,
    threadIds,
  );
  return new Map(found.map(({ id, text }) => [id, text]));
}
