import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { parseId, parseOptionalId } from "../../../core/ids.ts";
import { load, preload } from "../../../core/loaders.ts";
import { cleanLine, limited, nameKey } from "../../../core/text.ts";
import { findCategoriesNamed, listedCategoryIds } from "../../categories/category.service.ts";
import { siteDays } from "../../settings/siteDay.service.ts";
import { type NamedUser, userByNicknameKey } from "../../users/user.loaders.ts";
import type { SearchTerms } from "./find.sql.ts";
import { partsOfQuery, type QueryPart, withoutPart } from "./queryParts.ts";
import type { ContentFilter, ThreadMark } from "./scope.sql.ts";
import type { SearchFilter } from "./search.input.ts";
import { SearchOperator, SearchPart } from "./search.view.ts";

/** Longest query, in characters. */
export const QUERY_MAX = 100;
/** Phrases that a filter names at most, and those that it excludes. */
const PHRASES_MAX = 10;

/** A search text with its filter, as the rules of searching understand it. */
export interface Understood {
  readonly terms: SearchTerms;
  /** There are only words and phrases, so what it finds says something of the forum and not of a filter. */
  readonly isWords: boolean;
  readonly titleOnly: boolean;
  /** All of them apply. */
  readonly filters: readonly ContentFilter[];
  /** A part names nobody or nothing, so nothing is found. */
  readonly isNothing: boolean;
}

/** Somebody or something that a part of a text names; absent for other operators. */
interface Meaning {
  /** The name that it has here; null if it names nobody or nothing. */
  readonly name: string | null;
  readonly authorId?: number;
  readonly categories?: readonly number[];
  readonly isTitle?: boolean;
  readonly date?: Date;
  readonly mark?: ThreadMark;
}

/** Words for things that a thread may have. */
const MARK_NAMES: Readonly<Record<ThreadMark, readonly string[]>> = {
  image: ["image", "images", "picture", "pictures", "图片", "图"],
  file: ["file", "files", "attachment", "attachments", "附件", "文件"],
  poll: ["poll", "polls", "vote", "投票"],
  paid: ["paid", "付费"],
  bounty: ["bounty", "悬赏"],
  redpacket: ["redpacket", "redpackets", "红包"],
  answer: ["answer", "answers", "solution", "答案", "已解决"],
};
const MARK_OF = new Map(
  Object.entries(MARK_NAMES).flatMap(([mark, names]) => names.map((name) => [name, mark as ThreadMark])),
);
const WORDS: ReadonlySet<SearchOperator> = new Set([SearchOperator.WORDS, SearchOperator.PHRASE]);
const TITLE_NAMES = new Set(["title", "titles", "标题"]);
const DATE = /^([1-9]\d{3})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/;

/**
 * Understands a search text with its filter.
 * @throws {DomainError} INVALID_PARAMETER for the query, a date in it, ids and phrases of the filter; NOT_FOUND for its
 *   category if that is hidden.
 */
export async function understand(
  ctx: Context,
  query: string,
  filter?: SearchFilter | null,
): Promise<Understood> {
  const parts = partsOfQuery(query);
  const meanings = await meaningsOf(ctx, parts);
  const named = (operator: SearchOperator): Meaning[] =>
    meanings.filter((_, index) => parts[index]!.operator === operator);
  const wrong = parts.find(({ operator }, index) => isDate(operator) && meanings[index]!.name === null);
  if (wrong)
    throw invalid(
      "query",
      `“${wrong.value}”不是日期，请写成 2026、2026-05 或 2026-05-31`,
      `“${wrong.value}” is no date. Write 2026, 2026-05 or 2026-05-31.`,
    );
  const valuesOf = (operator: SearchOperator): string[] =>
    parts.filter((part) => part.operator === operator).map(({ value }) => value);
  const inCategories = named(SearchOperator.IN).flatMap(({ categories }) => (categories ? [categories] : []));
  const authorIds = named(SearchOperator.AUTHOR).flatMap(({ authorId }) => authorId ?? []);
  const times = (operator: SearchOperator): number[] =>
    named(operator).flatMap(({ date }) => (date ? [date.getTime()] : []));
  const [before, after] = [times(SearchOperator.BEFORE), times(SearchOperator.AFTER)];
  const ofText: ContentFilter = {
    categories: inCategories.length > 0 ? inCategories.flat() : "all",
    ...(authorIds.length > 0 && { authorIds }),
    ...(before.length > 0 && { writtenBefore: new Date(Math.min(...before)) }),
    ...(after.length > 0 && { writtenFrom: new Date(Math.max(...after)) }),
    marks: named(SearchOperator.HAS).flatMap(({ mark }) => mark ?? []),
  };
  return {
    terms: {
      words: valuesOf(SearchOperator.WORDS).join(" "),
      phrases: [...valuesOf(SearchOperator.PHRASE), ...phrasesOf("filter.phrases", filter?.phrases)],
      without: [...valuesOf(SearchOperator.WITHOUT), ...phrasesOf("filter.without", filter?.without)],
    },
    isWords: !Object.values(filter ?? {}).some(Boolean) && parts.every(({ operator }) => WORDS.has(operator)),
    titleOnly: (filter?.titleOnly ?? false) || named(SearchOperator.IN).some(({ isTitle }) => isTitle),
    filters: filter ? [await contentFilter(ctx, filter), ofText] : [ofText],
    isNothing: namesNothing(parts, meanings),
  };
}

/** Tells how a search text is understood, part by part; a part that is wrong names nothing. */
export async function listSearchParts(ctx: Context, source: string): Promise<SearchPart[]> {
  const query = cleanLine(source).slice(0, 2 * QUERY_MAX);
  const parts = partsOfQuery(query);
  const meanings = await meaningsOf(ctx, parts);
  // Who may not search for members does not learn who there is.
  const mayTell = ctx.viewer.may("user.view");
  return parts.map((part, index) => {
    const { name, isTitle = false } = meanings[index]!;
    const isKnown = name !== null || (part.operator === SearchOperator.AUTHOR && !mayTell);
    return Object.assign(new SearchPart(), {
      operator: part.operator,
      value: mayTell || part.operator !== SearchOperator.AUTHOR ? (name ?? part.value) : part.value,
      isTitle,
      isKnown,
      rest: withoutPart(query, part),
    });
  });
}

/** Several authors or categories are alternatives: it is enough that one of them exists. */
function namesNothing(parts: readonly QueryPart[], meanings: readonly Meaning[]): boolean {
  const states = new Map<SearchOperator, boolean>();
  for (const [index, { operator }] of parts.entries()) {
    if (meanings[index]!.isTitle) continue;
    const isKnown = meanings[index]!.name !== null;
    const isAlternative = operator === SearchOperator.AUTHOR || operator === SearchOperator.IN;
    const other = states.get(operator) ?? !isAlternative;
    states.set(operator, isAlternative ? other || isKnown : other && isKnown);
  }
  return [...states.values()].includes(false);
}

function isDate(operator: SearchOperator): boolean {
  return operator === SearchOperator.BEFORE || operator === SearchOperator.AFTER;
}

async function meaningsOf(ctx: Context, parts: readonly QueryPart[]): Promise<Meaning[]> {
  const authors = parts.filter(({ operator }) => operator === SearchOperator.AUTHOR);
  if (authors.length > 0)
    await preload(
      ctx,
      userByNicknameKey,
      authors.map(({ value }) => authorKey(value)),
    );
  return Promise.all(parts.map((part) => meaningOf(ctx, part)));
}

async function meaningOf(ctx: Context, { operator, value }: QueryPart): Promise<Meaning> {
  switch (operator) {
    case SearchOperator.AUTHOR: {
      const user = load(ctx, userByNicknameKey, authorKey(value)) as NamedUser | null;
      return { name: user && user.nickname, ...(user && { authorId: user.id }) };
    }
    case SearchOperator.IN:
      return placeOf(ctx, value);
    case SearchOperator.BEFORE:
    case SearchOperator.AFTER:
      return dateOf(ctx, value);
    case SearchOperator.HAS: {
      const mark = MARK_OF.get(value.normalize("NFKC").toLowerCase());
      return { name: mark ?? null, ...(mark && { mark }) };
    }
    default:
      return { name: value };
  }
}

function authorKey(value: string): string {
  return nameKey(value.replace(/^[@＠]/, ""));
}

async function placeOf(ctx: Context, value: string): Promise<Meaning> {
  if (TITLE_NAMES.has(value.normalize("NFKC").toLowerCase())) return { name: value, isTitle: true };
  const named = await findCategoriesNamed(ctx, value);
  if (named.length === 0) return { name: null };
  const ids = await Promise.all(named.map(({ id }) => listedCategoryIds(ctx, id)));
  const categories = ids.flatMap((each) => (each === "all" ? [] : each));
  return { name: named[0]!.name, categories };
}

async function dateOf(ctx: Context, value: string): Promise<Meaning> {
  const [, year, month = "1", day = "1"] = DATE.exec(value.normalize("NFKC")) ?? [];
  if (year === undefined) return { name: null };
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = new Date(`${date}T00:00:00Z`);
  // Some days that do not exist are read as later ones.
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== date) return { name: null };
  return { name: value, date: (await siteDays(ctx)).startOf(date) };
}

function phrasesOf(field: string, phrases: readonly string[] | null | undefined): string[] {
  if ((phrases?.length ?? 0) > PHRASES_MAX)
    throw invalid(field, `最多 ${PHRASES_MAX} 项`, `There are at most ${PHRASES_MAX}.`);
  return (phrases ?? []).map((phrase) => limited(cleanLine(phrase), field, QUERY_MAX)).filter(Boolean);
}

async function contentFilter(ctx: Context, filter: SearchFilter): Promise<ContentFilter> {
  const { categoryId, writtenFrom, writtenBefore } = filter;
  const authorId = parseOptionalId(filter.authorId, "filter.authorId");
  const threadId = parseOptionalId(filter.threadId, "filter.threadId");
  const wanted: Readonly<Record<ThreadMark, boolean | null | undefined>> = {
    image: filter.hasPicture,
    file: filter.hasFile,
    poll: filter.hasPoll,
    paid: filter.isPaid,
    bounty: filter.hasBounty,
    redpacket: filter.hasRedPacket,
    answer: filter.solved,
  };
  return {
    categories: categoryId ? await listedCategoryIds(ctx, parseId(categoryId, "filter.categoryId")) : "all",
    ...(authorId !== undefined && { authorIds: [authorId] }),
    ...(threadId !== undefined && { threadId }),
    ...(writtenFrom && { writtenFrom }),
    ...(writtenBefore && { writtenBefore }),
    marks: (Object.keys(wanted) as ThreadMark[]).filter((mark) => wanted[mark]),
  };
}
