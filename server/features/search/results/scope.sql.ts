import type { SqlValue } from "../../../core/context.ts";
import type { SearchedKind } from "../../../core/searchIndex.ts";
import { marks } from "../../../core/sql.ts";
import { LIVE_TOPIC } from "../../topics/topic.entity.ts";
import type { Wanted } from "./find.sql.ts";

/** Conditions on the things that one viewer may find. Raw since they are part of the search statement. */
export type Scope = Pick<Wanted, "joins" | "where" | "values" | "base">;

const NO_BASE = { sql: "", values: [] };

/** Selects the members whom the viewer blocks; takes the viewer's id. */
const BLOCKED = "SELECT b.blockedUserId FROM blocks b WHERE b.userId = ?";

/** Limits a search to members in good standing whom the viewer does not block. */
export function memberScope(viewerId: number): Scope {
  return {
    joins: ["users u ON u.id = s.id"],
    where: `u.status IN (0, 1) AND u.id NOT IN (${BLOCKED})`,
    values: [viewerId],
    base: NO_BASE,
  };
}

/** Limits a search to topics with threads in these categories. */
export function topicScope(categories: "all" | readonly number[]): Scope {
  const joins = ["topics x ON x.id = s.id"];
  if (categories === "all")
    return { joins, where: `x.threadCount > 0 AND ${LIVE_TOPIC}`, values: [], base: NO_BASE };
  const within = `c.topicId = x.id AND c.categoryId IN (${marks(categories)})`;
  const where = `${LIVE_TOPIC} AND EXISTS (SELECT 1 FROM topic_categories c WHERE ${within})`;
  return { joins, where, values: categories, base: NO_BASE };
}

/** Limits a search to visible threads, or replies, in these categories, without those of members whom the viewer blocks. */
export function contentScope(
  kind: Extract<SearchedKind, "thread" | "post">,
  categories: "all" | readonly number[],
  viewerId: number,
): Scope {
  const where = ["t.visible = 1"];
  const values: SqlValue[] = [];
  if (categories !== "all") {
    where.push(`t.categoryId IN (${marks(categories)})`);
    values.push(...categories);
  }
  // Anonymous ones stay: what vanishes after a block would name its author.
  where.push(`(t.isAnonymous = 1 OR t.authorId NOT IN (${BLOCKED}))`);
  values.push(viewerId);
  if (kind === "thread")
    return { joins: ["threads t ON t.id = s.id"], where: where.join(" AND "), values, base: NO_BASE };
  where.push("p.visible = 1", `(p.isAnonymous = 1 OR p.authorId NOT IN (${BLOCKED}))`);
  values.push(viewerId);
  return {
    joins: ["posts p ON p.id = s.id", "threads t ON t.id = p.threadId"],
    where: where.join(" AND "),
    values,
    base: NO_BASE,
  };
}

/** Conditions on what a thread has, by what people call it behind `has:`. */
const MARKS = {
  image: "t.hasImages = 1",
  file: "t.hasAttachments = 1",
  poll: "t.hasPoll = 1",
  paid: "(t.priceCents > 0 OR t.attachmentPriceCents > 0)",
  bounty: "t.hasBounty = 1",
  redpacket: "t.hasRedPacket = 1",
  answer: "t.solutionNumber IS NOT NULL",
} as const;

/** Something that a thread may have. */
export type ThreadMark = keyof typeof MARKS;

/** A filter of a search whose ids are parsed. */
export interface ContentFilter {
  /** In one of these. */
  readonly categories: "all" | readonly number[];
  /** By one of these; what is anonymous is left out. */
  readonly authorIds?: readonly number[];
  /** Not by this one, whatever is anonymous included. */
  readonly exceptAuthorId?: number;
  readonly threadId?: number;
  readonly writtenFrom?: Date;
  readonly writtenBefore?: Date;
  readonly marks: readonly ThreadMark[];
}

/** Narrows the scope of a search for threads or replies. */
export function narrowed(
  scope: Scope,
  kind: Extract<SearchedKind, "thread" | "post">,
  filter: ContentFilter,
): Scope {
  const { categories, authorIds, exceptAuthorId, threadId, writtenFrom, writtenBefore } = filter;
  const where = [scope.where];
  const values = [...scope.values];
  const base: string[] = [scope.base.sql];
  const baseValues = [...scope.base.values];
  const add = (sql: string, added: readonly SqlValue[] = []): void => {
    where.push(sql);
    values.push(...added);
  };
  const addWritten = (condition: (row: string) => string, added: readonly SqlValue[]): void => {
    add(condition(kind === "thread" ? "t" : "p"), added);
    base.push(` AND ${condition("x")}`);
    baseValues.push(...added);
  };
  if (categories !== "all") add(`t.categoryId IN (${marks(categories)})`, categories);
  if (authorIds)
    addWritten((row) => `${row}.authorId IN (${marks(authorIds)}) AND ${row}.isAnonymous = 0`, authorIds);
  if (exceptAuthorId !== undefined) addWritten((row) => `${row}.authorId <> ?`, [exceptAuthorId]);
  if (threadId !== undefined) add("t.id = ?", [threadId]);
  if (writtenFrom) addWritten((row) => `${row}.createdAt >= ?`, [writtenFrom]);
  if (writtenBefore) addWritten((row) => `${row}.createdAt < ?`, [writtenBefore]);
  for (const mark of filter.marks) add(MARKS[mark]);
  return {
    joins: scope.joins,
    where: where.join(" AND "),
    values,
    base: { sql: base.join(""), values: baseValues },
  };
}
