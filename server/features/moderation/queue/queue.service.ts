import type { Context, SqlValue } from "../../../core/context.ts";
import type { CategoryPermission } from "../../../core/permissions.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { byIndex, marks, row, rows, sqlTime, timeOf } from "../../../core/sql.ts";
import { allow, MemberStatus } from "../../../core/viewer.ts";
import { ReportStatus } from "../reports/report.entity.ts";
import { listReports } from "../reports/report.list.service.ts";
import { ApprovalState } from "../../threads/thread.entity.ts";
import { mustReview } from "./claim.service.ts";
import { ReviewKind } from "./review.input.ts";
import type { ReviewCounts, ReviewItem } from "./review.view.ts";

/** Counts stop here: nobody acts on the difference between a thousand and more. */
const COUNT_MAX = 1000;

/** What is asked of a queue. */
export interface ReviewQueueRequest extends PageRequest {
  readonly kind: ReviewKind;
}

/**
 * A page of what waits for the viewer: threads and replies that waited longest first, reports newest first.
 * @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN for who decides about nothing of the kind; INVALID_PARAMETER.
 */
export async function listReviewQueue(
  ctx: Context,
  request: ReviewQueueRequest,
): Promise<Connection<ReviewItem>> {
  mustReview(ctx);
  if (request.kind === ReviewKind.REPORT) return listReported(ctx, request);
  return request.kind === ReviewKind.THREAD
    ? listWaiting(ctx, request, THREADS)
    : listWaiting(ctx, request, POSTS);
}

interface Source {
  readonly kind: ReviewKind;
  readonly letter: string;
  readonly permission: CategoryPermission;
  readonly columns: string;
  readonly from: (ctx: Context) => string;
  /** Alias of the table that waits. */
  readonly alias: string;
}

const THREADS: Source = {
  kind: ReviewKind.THREAD,
  letter: "t",
  permission: "thread.hide",
  columns: "t.id, t.id AS threadId, t.createdAt",
  from: (ctx) => `threads t ${byIndex(ctx, "ix_threads_approval_createdAt_id")}`,
  alias: "t",
};
const POSTS: Source = {
  kind: ReviewKind.POST,
  letter: "p",
  permission: "thread.hidePosts",
  columns: "p.id, p.threadId, p.createdAt",
  from: (ctx) =>
    `posts p ${byIndex(ctx, "ix_posts_approval_createdAt_id")} JOIN threads t ON t.id = p.threadId`,
  alias: "p",
};

/** What waits within the viewer's categories, as a condition. */
function waiting(ctx: Context, { permission, alias }: Source): { sql: string; values: SqlValue[] } {
  const ids = ctx.viewer.categoriesWith(permission);
  const state = `${alias}.approval = ? AND ${alias}.deletedAt IS NULL`;
  // A reply of a deleted thread waits for nobody.
  const whole = alias === "p" ? `${state} AND t.deletedAt IS NULL` : state;
  if (ids === "all") return { sql: whole, values: [ApprovalState.PENDING] };
  if (ids.length === 0) return { sql: "1 = 0", values: [] };
  return { sql: `${whole} AND t.categoryId IN (${marks(ids)})`, values: [ApprovalState.PENDING, ...ids] };
}

async function listWaiting(
  ctx: Context,
  { first: wanted, after }: PageRequest,
  source: Source,
): Promise<Connection<ReviewItem>> {
  if (!ctx.viewer.mayAnywhere(source.permission)) allow(ctx.viewer.check(source.permission));
  const first = checkFirst(wanted);
  const { alias, kind, letter } = source;
  const list = `review.${kind}`;
  const key = after ? decodeCursor(list, after, ["string", "number"]) : null;
  const { sql, values } = waiting(ctx, source);
  const beyond = key ? ` AND ${alias}.createdAt >= ? AND (${alias}.createdAt > ? OR ${alias}.id > ?)` : "";
  const found = await rows<{ id: number; threadId: number; createdAt: string | Date }>(
    ctx,
    `SELECT ${source.columns} FROM ${source.from(ctx)} WHERE ${sql}${beyond}
     ORDER BY ${alias}.createdAt, ${alias}.id LIMIT ?`,
    [...values, ...(key ? [key[0]!, key[0]!, key[1]!] : []), first + 1],
  );
  const items = found.map(({ id, threadId, createdAt }): ReviewItem => {
    const postId = kind === ReviewKind.POST ? Number(id) : null;
    const since = timeOf(createdAt);
    return {
      key: `${letter}${id}`,
      kind,
      threadId: Number(threadId),
      postId,
      reported: null,
      createdAt: since,
    };
  });
  const cursorOf = (item: ReviewItem): string =>
    encodeCursor(list, [sqlTime(item.createdAt), Number(item.key.slice(1))]);
  return pageOf(items, first, cursorOf, key !== null);
}

async function listReported(ctx: Context, request: PageRequest): Promise<Connection<ReviewItem>> {
  const page = await listReports(ctx, { ...request, status: ReportStatus.OPEN });
  const edges = page.edges.map(({ cursor, node: report }) => ({
    cursor,
    node: {
      key: `r${report.id}`,
      kind: ReviewKind.REPORT,
      threadId: report.threadId,
      postId: report.postId,
      reported: report,
      createdAt: report.createdAt,
    },
  }));
  return { ...page, edges, nodes: edges.map(({ node }) => node) };
}

/**
 * How much waits for the viewer.
 * @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN for who moderates nothing.
 */
export async function countReviews(ctx: Context): Promise<ReviewCounts> {
  mustReview(ctx);
  const [threads, posts, members, open] = await Promise.all([
    countWaiting(ctx, THREADS),
    countWaiting(ctx, POSTS),
    ctx.viewer.isAdmin
      ? countUpTo(ctx, "users u WHERE u.status = ?", [MemberStatus.UNDER_REVIEW])
      : Promise.resolve(0),
    countReports(ctx),
  ]);
  return { threads, posts, members, reports: open };
}

function countWaiting(ctx: Context, source: Source): Promise<number> {
  const { sql, values } = waiting(ctx, source);
  return countUpTo(ctx, `${source.from(ctx)} WHERE ${sql}`, values);
}

async function countUpTo(ctx: Context, from: string, values: readonly SqlValue[]): Promise<number> {
  const sql = `SELECT COUNT(*) AS n FROM (SELECT 1 FROM ${from} LIMIT ?) x`;
  return Number((await row<{ n: number }>(ctx, sql, [...values, COUNT_MAX]))!.n);
}

/** Open reports of the places that the viewer looks after; the same rule as that of their list. */
function countReports(ctx: Context): Promise<number> {
  const { viewer } = ctx;
  if (viewer.isAdmin) return countUpTo(ctx, "reports r WHERE r.status = ?", [ReportStatus.OPEN]);
  const values: SqlValue[] = [ReportStatus.OPEN];
  const within = (permission: CategoryPermission): string => {
    const ids = viewer.categoriesWith(permission);
    if (ids === "all") return "1 = 1";
    values.push(...ids);
    return ids.length > 0 ? `t.categoryId IN (${marks(ids)})` : "1 = 0";
  };
  const threads = `(r.postId IS NULL AND ${within("thread.hide")})`;
  const posts = `(r.postId IS NOT NULL AND ${within("thread.hidePosts")})`;
  return countUpTo(
    ctx,
    `reports r JOIN threads t ON t.id = r.threadId WHERE r.status = ? AND (${threads} OR ${posts})`,
    values,
  );
}
