import type { Context, SqlValue } from "../../../core/context.ts";
import { byIndex, marks, row, rows, sqlTime, timeOf } from "../../../core/sql.ts";
import { UserStatus } from "../../../core/viewer.ts";
import { ApprovalState } from "../../threads/thread.entity.ts";
import { openReports } from "../reports/report.sql.ts";
import type { ReviewCounts } from "./review.view.ts";

/** The kinds of content that wait for approval. */
export type WaitingKind = "threads" | "posts";

/** A thread or reply that waits for approval. */
export interface WaitingContent {
  readonly id: number;
  readonly threadId: number;
  readonly createdAt: Date;
}

/** The place of an item within the queue: time as stored, and id. */
export type QueuePlace = readonly [createdAt: string, id: number];

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

interface Source {
  readonly alias: string;
  readonly columns: string;
  readonly from: (ctx: Context) => string;
  readonly condition: string;
}

const SOURCES: Readonly<Record<WaitingKind, Source>> = {
  threads: {
    alias: "t",
    columns: "t.id, t.id AS threadId, t.createdAt",
    from: (ctx) => `threads t ${byIndex(ctx, "ix_threads_approval_createdAt_id")}`,
    condition: "t.approval = ? AND t.deletedAt IS NULL",
  },
  posts: {
    alias: "p",
    columns: "p.id, p.threadId, p.createdAt",
    from: (ctx) =>
      `posts p ${byIndex(ctx, "ix_posts_approval_createdAt_id")} JOIN threads t ON t.id = p.threadId`,
    // Replies of a deleted thread do not wait.
    condition: "p.approval = ? AND p.deletedAt IS NULL AND t.deletedAt IS NULL",
  },
};

/** Limits a source to what waits in some categories. */
function waitingIn({ condition }: Source, categoryIds: "all" | readonly number[]): Condition {
  if (categoryIds === "all") return { sql: condition, values: [ApprovalState.PENDING] };
  if (categoryIds.length === 0) return { sql: "1 = 0", values: [] };
  return {
    sql: `${condition} AND t.categoryId IN (${marks(categoryIds)})`,
    values: [ApprovalState.PENDING, ...categoryIds],
  };
}

/**
 * Raw since the queue must be read by the index that has its order, which TypeORM cannot demand.
 * Reads what waits longest in some categories, from a place on.
 */
export async function longestWaiting(
  ctx: Context,
  kind: WaitingKind,
  categoryIds: "all" | readonly number[],
  after: QueuePlace | null,
  limit: number,
): Promise<WaitingContent[]> {
  const source = SOURCES[kind];
  const { alias } = source;
  const { sql, values } = waitingIn(source, categoryIds);
  const beyond = after ? ` AND ${alias}.createdAt >= ? AND (${alias}.createdAt > ? OR ${alias}.id > ?)` : "";
  const contents = await rows<{ id: number; threadId: number; createdAt: string | Date }>(
    ctx,
    `SELECT ${source.columns} FROM ${source.from(ctx)} WHERE ${sql}${beyond}
     ORDER BY ${alias}.createdAt, ${alias}.id LIMIT ?`,
    [...values, ...(after ? [after[0], after[0], after[1]] : []), limit],
  );
  return contents.map(({ id, threadId, createdAt }) => ({
    id: Number(id),
    threadId: Number(threadId),
    createdAt: timeOf(createdAt),
  }));
}

/** Gives the place of an item within the queue. */
export function placeOf({ createdAt, id }: Pick<WaitingContent, "createdAt" | "id">): QueuePlace {
  return [sqlTime(createdAt), id];
}

/** Kinds that are counted of the queue, each with the categories it is counted in. */
export interface CountedKinds {
  readonly threads: "all" | readonly number[];
  readonly posts: "all" | readonly number[];
  /** True to count registrations as well. */
  readonly members: boolean;
}

/**
 * Raw since TypeORM can neither stop counting at a limit nor demand an index, and every page of staff asks: one statement.
 * Counts what waits in some categories, each number up to a limit.
 */
export async function countQueue(
  ctx: Context,
  { threads, posts, members }: CountedKinds,
  limit: number,
): Promise<ReviewCounts> {
  const waiting = (kind: WaitingKind, categoryIds: "all" | readonly number[]): Condition => {
    const { sql, values } = waitingIn(SOURCES[kind], categoryIds);
    return { sql: `${SOURCES[kind].from(ctx)} WHERE ${sql}`, values };
  };
  const parts: Readonly<Record<keyof ReviewCounts, Condition>> = {
    threads: waiting("threads", threads),
    posts: waiting("posts", posts),
    reports: openReports(ctx),
    members: members
      ? { sql: "users u WHERE u.status = ?", values: [UserStatus.UNDER_REVIEW] }
      : { sql: "users u WHERE 1 = 0", values: [] },
  };
  const counts = Object.entries(parts).map(
    ([name, { sql }]) => `(SELECT COUNT(*) FROM (SELECT 1 FROM ${sql} LIMIT ?) x) AS ${name}`,
  );
  const values = Object.values(parts).flatMap((part) => [...part.values, limit]);
  const counted = (await row<Record<keyof ReviewCounts, number>>(
    ctx,
    `SELECT ${counts.join(", ")}`,
    values,
  ))!;
  return {
    threads: Number(counted.threads),
    posts: Number(counted.posts),
    reports: Number(counted.reports),
    members: Number(counted.members),
  };
}
