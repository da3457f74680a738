import type { Context } from "../../../core/context.ts";
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
import type { SearchedKind } from "../../../core/searchIndex.ts";
import { cleanLine, lengthOf } from "../../../core/text.ts";
import { allow } from "../../../core/viewer.ts";
import { readableCategoryIds } from "../../categories/category.service.ts";
import { postById, postPlainTextById } from "../../posts/post.loaders.ts";
import { canSeePost } from "../../posts/post.policy.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { canSeeThread } from "../../threads/thread.policy.ts";
import { readableThreadsOf, topicById } from "../../topics/topic.loaders.ts";
import { userById } from "../../users/user.loaders.ts";
import { findIds, readThreadPlainTexts } from "./find.sql.ts";
import { contentScope, memberScope, topicScope, type Scope } from "./scope.sql.ts";
import { SearchHit, SearchKind } from "./search.view.ts";
import { snippetOf } from "./snippet.ts";

/** Longest query, in characters. */
export const QUERY_MAX = 100;

/** A query and the page of its results. */
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
  const matches = await findIds(ctx, { kind: KINDS[kind], query, below, limit: first + 1, ...scope });
  const hits = await HITS[kind](ctx, matches.ids.slice(0, first), query);
  const page = pageOf(hits, first, ({ id }) => encodeCursor(list, [id]), after !== null);
  const last = matches.continueBelow ?? matches.ids.slice(0, first).at(-1);
  return {
    ...page,
    pageInfo: {
      ...page.pageInfo,
      hasNextPage: matches.ids.length > first || matches.continueBelow !== null,
      endCursor: last === undefined ? null : encodeCursor(list, [last]),
    },
  };
}

/**
 * Gives the conditions on the things of a kind that the viewer may find.
 * @throws {DomainError} FORBIDDEN or LOGIN_REQUIRED like `search`.
 */
export async function scopeOf(ctx: Context, kind: SearchKind): Promise<Scope> {
  const viewerId = ctx.viewer.id;
  if (kind === SearchKind.USER) {
    allow(ctx.viewer.check("user.view"));
    return memberScope(viewerId);
  }
  const categories = await readableCategoryIds(ctx);
  if (kind === SearchKind.TOPIC) return topicScope(categories);
  return contentScope(kind === SearchKind.THREAD ? "thread" : "post", categories, viewerId);
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
  const [plainTexts] = await Promise.all([readThreadPlainTexts(ctx, ids), preload(ctx, threadById, ids)]);
  const texts = new Map(plainTexts.map(({ id, text }) => [id, text]));
  return ids.flatMap((id) => {
    const thread = preloaded(ctx, threadById, id);
    // Once more by the rules themselves: they have the last word, and something may have changed in between.
    if (!thread || !canSeeThread(ctx.viewer, thread).allowed) return [];
    const snippet = snippetOf(texts.get(id) ?? "", query);
    return Object.assign(new SearchHit(), NOTHING, { id, kind: SearchKind.THREAD, snippet, thread });
  });
}

async function postHits(ctx: Context, ids: readonly number[], query: string): Promise<SearchHit[]> {
  if (ids.length === 0) return [];
  await Promise.all([preload(ctx, postPlainTextById, ids), preload(ctx, postById, ids)]);
  const posts = ids.flatMap((id) => preloaded(ctx, postById, id) ?? []);
  await preload(
    ctx,
    threadById,
    posts.map((post) => post.threadId),
  );
  return posts.flatMap((post) => {
    const thread = preloaded(ctx, threadById, post.threadId);
    if (!thread || !canSeePost(ctx.viewer, thread, post).allowed) return [];
    const snippet = snippetOf(preloaded(ctx, postPlainTextById, post.id) ?? "", query);
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
    const user = preloaded(ctx, userById, id);
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
    const topic = preloaded(ctx, topicById, id);
    if (!topic || !preloaded(ctx, readableThreadsOf, id)) return [];
    const snippet = topic.name;
    return Object.assign(new SearchHit(), NOTHING, { id, kind: SearchKind.TOPIC, snippet, topic });
  });
}

/** Gives a preloaded value; null if it does not exist. */
function preloaded<V>(ctx: Context, loader: Loader<number, V>, id: number): V | null {
  return load(ctx, loader, id) as V | null;
}
