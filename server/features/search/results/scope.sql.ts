import type { SqlValue } from "../../../core/context.ts";
import type { SearchedKind } from "../../../core/searchIndex.ts";
import { marks } from "../../../core/sql.ts";
import { LIVE_TOPIC } from "../../topics/topic.entity.ts";
import type { Wanted } from "./find.sql.ts";

/** Conditions on the things that one viewer may find. Raw since they are part of the search statement. */
export type Scope = Pick<Wanted, "joins" | "where" | "values">;

/** Selects the members whom the viewer blocks; takes the viewer's id. */
const BLOCKED = "SELECT b.blockedUserId FROM blocks b WHERE b.userId = ?";

/** Limits a search to members in good standing whom the viewer does not block. */
export function memberScope(viewerId: number): Scope {
  return {
    joins: ["users u ON u.id = s.id"],
    where: `u.status IN (0, 1) AND u.id NOT IN (${BLOCKED})`,
    values: [viewerId],
  };
}

/** Limits a search to topics with threads in these categories. */
export function topicScope(categories: "all" | readonly number[]): Scope {
  const joins = ["topics x ON x.id = s.id"];
  if (categories === "all") return { joins, where: `x.threadCount > 0 AND ${LIVE_TOPIC}`, values: [] };
  const within = `c.topicId = x.id AND c.categoryId IN (${marks(categories)})`;
  const where = `${LIVE_TOPIC} AND EXISTS (SELECT 1 FROM topic_categories c WHERE ${within})`;
  return { joins, where, values: categories };
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
  if (kind === "thread") return { joins: ["threads t ON t.id = s.id"], where: where.join(" AND "), values };
  where.push("p.visible = 1", `(p.isAnonymous = 1 OR p.authorId NOT IN (${BLOCKED}))`);
  values.push(viewerId);
  return {
    joins: ["posts p ON p.id = s.id", "threads t ON t.id = p.threadId"],
    where: where.join(" AND "),
    values,
  };
}

/** A filter of a search whose ids are parsed. */
export interface ContentFilter {
  readonly categories: "all" | readonly number[];
  readonly authorId: number | undefined;
  readonly threadId: number | undefined;
  readonly writtenFrom: Date | undefined;
  readonly hasPicture: boolean;
  readonly solved: boolean;
}

/** Narrows the scope of a search for threads or replies. */
export function narrowed(
  scope: Scope,
  kind: Extract<SearchedKind, "thread" | "post">,
  filter: ContentFilter,
): Scope {
  const { categories, authorId, threadId, writtenFrom, hasPicture, solved } = filter;
  const written = kind === "thread" ? "t" : "p";
  const where = [scope.where];
  const values = [...scope.values];
  const add = (sql: string, ...added: readonly SqlValue[]): void => {
    where.push(sql);
    values.push(...added);
  };
  if (categories !== "all") add(`t.categoryId IN (${marks(categories)})`, ...categories);
  if (authorId !== undefined) add(`${written}.authorId = ? AND ${written}.isAnonymous = 0`, authorId);
  if (threadId !== undefined) add("t.id = ?", threadId);
  if (writtenFrom) add(`${written}.createdAt >= ?`, writtenFrom);
  if (hasPicture) add("t.hasImages = 1");
  if (solved) add("t.solutionNumber IS NOT NULL");
  return { joins: scope.joins, where: where.join(" AND "), values };
}
