import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
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
import { hasBeginnings } from "../../../core/searchTokens.ts";
import { cleanLine, lengthOf } from "../../../core/text.ts";
import { allow } from "../../../core/viewer.ts";
import { readableCategoryIds } from "../../categories/category.service.ts";
import { postById, postPlainTextById } from "../../posts/post.loaders.ts";
import { canSeePost } from "../../posts/post.policy.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { canSeeThread } from "../../threads/thread.policy.ts";
import { readableThreadsOf, topicById } from "../../topics/topic.loaders.ts";
import { userById } from "../../users/user.loaders.ts";
import {
  beginningsOf,
  findIds,
  hasTerms,
  readThreadPlainTexts,
  type Rank,
  type SearchTerms,
} from "./find.sql.ts";
import { countFruitless } from "../fruitless/fruitless.service.ts";
import { contentScope, memberScope, narrowed, topicScope, type Scope } from "./scope.sql.ts";
import { type SearchFilter, SearchSort } from "./search.input.ts";
import { SearchCounts, SearchHit, SearchKind } from "./search.view.ts";
import { snippetOf } from "./snippet.ts";
import { QUERY_MAX, type Understood, understand } from "./understanding.service.ts";

/** A query and the page of its results. */
export interface SearchRequest extends PageRequest {
  readonly query: string;
  readonly kind: SearchKind;
  /** Newest first unless given. */
  readonly sort?: SearchSort;
  readonly filter?: SearchFilter | null;
}

const KINDS: Readonly<Record<SearchKind, SearchedKind>> = {
  [SearchKind.THREAD]: "thread",
  [SearchKind.POST]: "post",
  [SearchKind.USER]: "user",
  [SearchKind.TOPIC]: "topic",
};

/**
 * Finds threads, replies, members or topics, newest first or those with the words in their titles first; only what the
 * viewer may read, nothing of whom they block.
 * @throws {DomainError} INVALID_PARAMETER for query, first, after, ids of the filter; FORBIDDEN or LOGIN_REQUIRED without
 *   `viewThreads`, `thread.viewPosts`, or for members `user.view`; NOT_FOUND for a hidden category; RATE_LIMITED.
 */
export async function search(ctx: Context, request: SearchRequest): Promise<Connection<SearchHit>> {
  const { kind } = request;
  const first = checkFirst(request.first);
  const understood = await understand(ctx, checkedQuery(request.query), request.filter);
  const parts = await partsOf(ctx, request, understood);
  const list = `search.${kind}${parts.length > 1 ? ".relevance" : ""}`;
  const [part, below] = placeOf(list, request.after, parts.length);
  await ctx.services.rateLimiter.take(
    "search",
    ctx.viewer.isSignedIn ? `u${ctx.viewer.accountId}` : ctx.address,
    ctx.quotas,
  );

  const { terms } = understood;
  const matches = await findInParts(ctx, { kind, terms, parts, part, below, limit: first + 1 });
  const shown = matches.places.slice(0, first);
  const hits = await HITS[kind](
    ctx,
    shown.map(({ id }) => id),
    [terms.words, ...terms.phrases].join(" "),
  );
  const cursorOf = (place: Place): string =>
    encodeCursor(list, parts.length > 1 ? [place.part, place.id] : [place.id]);
  const partOf = new Map(shown.map((place) => [place.id, place]));
  const page = pageOf(hits, first, ({ id }) => cursorOf(partOf.get(id)!), request.after != null);
  const last = matches.next ?? shown.at(-1);
  return {
    ...page,
    pageInfo: {
      ...page.pageInfo,
      hasNextPage: matches.places.length > first || matches.next !== null,
      endCursor: last === undefined ? null : cursorOf(last),
    },
  };
}

/** Cleans a search text. @throws {DomainError} INVALID_PARAMETER */
export function checkedQuery(source: string): string {
  const query = cleanLine(source);
  const length = lengthOf(query);
  if (length >= 1 && length <= QUERY_MAX) return query;
  throw invalid("query", `搜索词须为 1 到 ${QUERY_MAX} 个字符`, `A search has 1 to ${QUERY_MAX} characters.`);
}

/** The place of a hit: the part of the results that it is in, and its id. */
interface Place {
  readonly part: number;
  readonly id: number;
}

/** Reads a cursor; results without parts have cursors of an id alone. */
function placeOf(list: string, after: string | null | undefined, parts: number): readonly [number, number] {
  if (!after || parts === 0) return [0, Number.MAX_SAFE_INTEGER];
  if (parts === 1) return [0, decodeCursor(list, after, ["number"])[0] as number];
  const [part, id] = decodeCursor(list, after, ["number", "number"]) as [number, number];
  return [part, id];
}

/** The results of one rank. */
interface Part {
  readonly rank: Rank;
  readonly scope: Scope;
}

/**
 * Gives the parts of the results, each newest first: for relevance threads whose title has the words come first, and whole
 * words before longer ones that begin so; the latter always for names. None if nothing can be found.
 */
async function partsOf(
  ctx: Context,
  { kind, sort = SearchSort.NEWEST }: Pick<SearchRequest, "kind" | "sort">,
  { terms, titleOnly, filters, isNothing }: Understood,
): Promise<Part[]> {
  const isName = kind === SearchKind.USER || kind === SearchKind.TOPIC;
  const all = await scopeOf(ctx, kind);
  if (isNothing || (isName && !hasTerms(terms))) return [];
  const searched = kind === SearchKind.THREAD ? "thread" : "post";
  const scope = isName ? all : filters.reduce((each, filter) => narrowed(each, searched, filter), all);
  const isRanked = hasTerms(terms) && (isName || sort !== SearchSort.NEWEST);
  const isTitled = kind === SearchKind.THREAD && hasTerms(terms);
  const titles = isTitled ? ranksOfTitles(isRanked, titleOnly) : [{}];
  const isDivided = isRanked && hasBeginnings(terms.words, beginningsOf(KINDS[kind]));
  return titles.flatMap((rank) =>
    isDivided
      ? [
          { rank: { ...rank, exact: true }, scope },
          { rank: { ...rank, exact: false }, scope },
        ]
      : [{ rank, scope }],
  );
}

function ranksOfTitles(isRanked: boolean, titleOnly: boolean): Rank[] {
  if (titleOnly) return [{ title: true }];
  return isRanked ? [{ title: true }, { title: false }] : [{}];
}

interface PartsRequest {
  readonly kind: SearchKind;
  readonly terms: SearchTerms;
  readonly parts: readonly Part[];
  /** The part to begin in, and the id to begin below. */
  readonly part: number;
  readonly below: number;
  readonly limit: number;
}

/** Finds hits part by part until there is enough. @returns `next` if there may be more although fewer were found */
async function findInParts(
  ctx: Context,
  request: PartsRequest,
): Promise<{ places: Place[]; next: Place | null }> {
  const { kind, terms, parts, limit } = request;
  const places: Place[] = [];
  let { below } = request;
  for (let part = request.part; part < parts.length && places.length < limit; part++) {
    const wanted = {
      kind: KINDS[kind],
      terms,
      below,
      limit: limit - places.length,
      rank: parts[part]!.rank,
      ...parts[part]!.scope,
    };
    const { ids, continueBelow } = await findIds(ctx, wanted);
    places.push(...ids.map((id) => ({ part, id })));
    if (continueBelow !== null) return { places, next: { part, id: continueBelow } };
    below = Number.MAX_SAFE_INTEGER;
  }
  return { places, next: null };
}

/** Hits of a kind are counted up to here. */
const COUNTED_MAX = 100;

/**
 * Counts what a search finds of each kind, at most 100; 0 for kinds that the viewer may not search.
 * @throws {DomainError} INVALID_PARAMETER for the query; RATE_LIMITED.
 */
export async function countHits(
  ctx: Context,
  source: string,
  filter?: SearchFilter | null,
): Promise<SearchCounts> {
  const understood = await understand(ctx, checkedQuery(source), filter);
  const { terms } = understood;
  await ctx.services.rateLimiter.take(
    "search",
    ctx.viewer.isSignedIn ? `u${ctx.viewer.accountId}` : ctx.address,
    ctx.quotas,
  );
  const count = async (kind: SearchKind): Promise<number | null> => {
    try {
      const parts = await partsOf(ctx, { kind }, understood);
      const below = Number.MAX_SAFE_INTEGER;
      const { places } = await findInParts(ctx, { kind, terms, parts, part: 0, below, limit: COUNTED_MAX });
      return places.length;
    } catch (error) {
      if (error instanceof DomainError && (error.code === "FORBIDDEN" || error.code === "LOGIN_REQUIRED"))
        return null;
      throw error;
    }
  };
  const kinds = [SearchKind.THREAD, SearchKind.POST, SearchKind.USER, SearchKind.TOPIC];
  const counts = await Promise.all(kinds.map(count));
  // Somebody who may search threads and found nothing at all; a refusal says nothing of what there is.
  if (understood.isWords && counts[0] === 0 && counts.every((each) => !each))
    countFruitless(ctx, [terms.words, ...terms.phrases].join(" "));
  const [threads, replies, members, topics] = counts.map((each) => each ?? 0);
  return Object.assign(new SearchCounts(), { threads, replies, members, topics });
}

/** Threads and replies that a search found, newest first. */
export interface NewerHits {
  readonly threadIds: readonly number[];
  readonly postIds: readonly number[];
}

/**
 * Finds threads and replies of others, for a filter that says since when; null if the text names somebody or something that is
 * gone. Takes no part in the rate limit: jobs ask.
 * @throws {DomainError} FORBIDDEN or LOGIN_REQUIRED without `viewThreads`; INVALID_PARAMETER; NOT_FOUND for a hidden category.
 */
export async function findNewer(
  ctx: Context,
  query: string,
  filter: SearchFilter,
  limit: number,
): Promise<NewerHits | null> {
  const understood = await understand(ctx, checkedQuery(query), filter);
  if (understood.isNothing) return null;
  const ofOthers = { categories: "all", exceptAuthorId: ctx.viewer.id, marks: [] } as const;
  const wanted: Understood = { ...understood, filters: [...understood.filters, ofOthers] };
  const idsOf = async (kind: SearchKind): Promise<number[]> => {
    const parts = await partsOf(ctx, { kind }, wanted);
    const below = Number.MAX_SAFE_INTEGER;
    const { places } = await findInParts(ctx, { kind, terms: wanted.terms, parts, part: 0, below, limit });
    return places.map(({ id }) => id);
  };
  const threadIds = await idsOf(SearchKind.THREAD);
  // Replies have no titles.
  return { threadIds, postIds: wanted.titleOnly ? [] : await idsOf(SearchKind.POST) };
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
    return Object.assign(new SearchHit(), NOTHING, { id, query, kind: SearchKind.THREAD, snippet, thread });
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
      query,
      kind: SearchKind.POST,
      snippet,
      thread,
      post,
    });
  });
}

async function userHits(ctx: Context, ids: readonly number[], query: string): Promise<SearchHit[]> {
  await preload(ctx, userById, ids);
  return ids.flatMap((id) => {
    const user = preloaded(ctx, userById, id);
    if (!user) return [];
    return Object.assign(new SearchHit(), NOTHING, {
      id,
      query,
      kind: SearchKind.USER,
      snippet: user.nickname,
      user,
    });
  });
}

async function topicHits(ctx: Context, ids: readonly number[], query: string): Promise<SearchHit[]> {
  await Promise.all([preload(ctx, topicById, ids), preload(ctx, readableThreadsOf, ids)]);
  return ids.flatMap((id) => {
    const topic = preloaded(ctx, topicById, id);
    if (!topic || !preloaded(ctx, readableThreadsOf, id)) return [];
    const snippet = topic.name;
    return Object.assign(new SearchHit(), NOTHING, { id, query, kind: SearchKind.TOPIC, snippet, topic });
  });
}

/** Gives a preloaded value; null if it does not exist. */
function preloaded<V>(ctx: Context, loader: Loader<number, V>, id: number): V | null {
  return load(ctx, loader, id) as V | null;
}
