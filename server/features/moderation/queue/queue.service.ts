import type { Context } from "../../../core/context.ts";
import type { CategoryPermission } from "../../../core/permissions.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { allow, UserStatus } from "../../../core/viewer.ts";
import { ReportStatus } from "../reports/report.entity.ts";
import { countReports, listReports } from "../reports/report.list.service.ts";
import { mustReview } from "./claim.service.ts";
import {
  countMembersOf,
  countWaiting,
  longestWaiting,
  placeOf,
  type QueuePlace,
  type WaitingKind,
} from "./queue.sql.ts";
import { ReviewKind } from "./review.input.ts";
import type { ReviewCounts, ReviewItem } from "./review.view.ts";

/** Upper limit of counts: nobody acts on the difference between a thousand and more. */
const COUNT_MAX = 1000;

/** A request for a page of the queue. */
export interface ReviewQueueRequest extends PageRequest {
  readonly kind: ReviewKind;
}

interface Source {
  readonly kind: ReviewKind;
  readonly waiting: WaitingKind;
  /** First letter of the keys of its items. */
  readonly letter: string;
  readonly permission: CategoryPermission;
}

const THREADS: Source = {
  kind: ReviewKind.THREAD,
  waiting: "threads",
  letter: "t",
  permission: "thread.hide",
};
const POSTS: Source = {
  kind: ReviewKind.POST,
  waiting: "posts",
  letter: "p",
  permission: "thread.hidePosts",
};

/**
 * Lists what waits for the viewer: threads and replies that waited longest first, reports newest first.
 * @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN for viewers who decide about nothing of the kind; INVALID_PARAMETER.
 */
export async function listReviewQueue(
  ctx: Context,
  request: ReviewQueueRequest,
): Promise<Connection<ReviewItem>> {
  mustReview(ctx);
  if (request.kind === ReviewKind.REPORT) return listReported(ctx, request);
  return listWaiting(ctx, request, request.kind === ReviewKind.THREAD ? THREADS : POSTS);
}

async function listWaiting(
  ctx: Context,
  page: PageRequest,
  { kind, waiting, letter, permission }: Source,
): Promise<Connection<ReviewItem>> {
  if (!ctx.viewer.mayAnywhere(permission)) allow(ctx.viewer.check(permission));
  const first = checkFirst(page.first);
  const list = `review.${kind}`;
  const after = page.after
    ? (decodeCursor(list, page.after, ["string", "number"]) as unknown as QueuePlace)
    : null;
  const categoryIds = ctx.viewer.categoriesWith(permission);
  const contents = await longestWaiting(ctx, waiting, categoryIds, after, first + 1);
  const items = contents.map(({ id, threadId, createdAt }): ReviewItem => ({
    key: `${letter}${id}`,
    kind,
    threadId,
    postId: kind === ReviewKind.POST ? id : null,
    reported: null,
    createdAt,
  }));
  const cursorOf = ({ createdAt, key }: ReviewItem): string =>
    encodeCursor(list, placeOf({ createdAt, id: Number(key.slice(1)) }));
  return pageOf(items, first, cursorOf, after !== null);
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
 * Counts what waits for the viewer.
 * @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN for viewers who moderate nothing.
 */
export async function countReviews(ctx: Context): Promise<ReviewCounts> {
  mustReview(ctx);
  const { viewer } = ctx;
  const countOf = ({ waiting, permission }: Source): Promise<number> =>
    countWaiting(ctx, waiting, viewer.categoriesWith(permission), COUNT_MAX);
  const [threads, posts, members, reports] = await Promise.all([
    countOf(THREADS),
    countOf(POSTS),
    viewer.isAdmin ? countMembersOf(ctx, UserStatus.UNDER_REVIEW, COUNT_MAX) : 0,
    countReports(ctx, COUNT_MAX),
  ]);
  return { threads, posts, members, reports };
}
