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
import { sqlTime } from "../../../core/sql.ts";
import { allow } from "../../../core/viewer.ts";
import { type Report, ReportStatus } from "../reports/report.entity.ts";
import { listReports } from "../reports/report.list.service.ts";
import { longestOpenReports } from "../reports/report.sql.ts";
import { mustReview } from "./claim.service.ts";
import {
  countQueue,
  longestWaiting,
  placeOf,
  type QueuePlace,
  type WaitingContent,
  type WaitingKind,
} from "./queue.sql.ts";
import { ReviewKind } from "./review.input.ts";
import type { ReviewCounts, ReviewItem } from "./review.view.ts";

/** Upper limit of counts: nobody acts on the difference between a thousand and more. */
const COUNT_MAX = 1000;

/** A request for a page of the queue. */
export interface ReviewQueueRequest extends PageRequest {
  /** Null for everything, mixed by age. */
  readonly kind: ReviewKind | null;
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
 * Lists what waits for the viewer: threads and replies that waited longest first, reports newest first, all kinds together
 * by how long they have waited.
 * @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN for viewers who decide about nothing of the kind; INVALID_PARAMETER.
 */
export async function listReviewQueue(
  ctx: Context,
  request: ReviewQueueRequest,
): Promise<Connection<ReviewItem>> {
  mustReview(ctx);
  if (request.kind === null) return listMixed(ctx, request);
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
  const items = contents.map(itemsOf({ kind, letter }));
  const cursorOf = ({ createdAt, key }: ReviewItem): string =>
    encodeCursor(list, placeOf({ createdAt, id: Number(key.slice(1)) }));
  return pageOf(items, first, cursorOf, after !== null);
}

function itemsOf({ kind, letter }: Pick<Source, "kind" | "letter">) {
  return ({ id, threadId, createdAt }: WaitingContent): ReviewItem => ({
    key: `${letter}${id}`,
    kind,
    threadId,
    postId: kind === ReviewKind.POST ? id : null,
    reported: null,
    createdAt,
  });
}

function reportedItem(report: Report): ReviewItem {
  return {
    key: `r${report.id}`,
    kind: ReviewKind.REPORT,
    threadId: report.threadId,
    postId: report.postId,
    reported: report,
    createdAt: report.createdAt,
  };
}

/** Order of the kinds among items of the same time. */
const RANKS: readonly ReviewKind[] = [ReviewKind.THREAD, ReviewKind.POST, ReviewKind.REPORT];
const idOf = ({ key }: ReviewItem): number => Number(key.slice(1));
const rankOf = ({ kind }: ReviewItem): number => RANKS.indexOf(kind);

/** The place after which a kind goes on, where the page before ended with an item of some rank. */
function placeIn(rank: number, [createdAt, lastRank, lastId]: readonly [string, number, number]): QueuePlace {
  if (rank === lastRank) return [createdAt, lastId];
  return [createdAt, rank < lastRank ? Number.MAX_SAFE_INTEGER : 0];
}

/** Lists all kinds that the viewer decides about; each is read as far as the page could need it. */
async function listMixed(ctx: Context, page: PageRequest): Promise<Connection<ReviewItem>> {
  const first = checkFirst(page.first);
  const list = "review.all";
  const last = page.after
    ? (decodeCursor(list, page.after, ["string", "number", "number"]) as unknown as readonly [
        string,
        number,
        number,
      ])
    : null;
  const afterOf = (rank: number): QueuePlace | null => last && placeIn(rank, last);
  const waitingOf = async ({ kind, waiting, letter, permission }: Source): Promise<ReviewItem[]> => {
    const after = afterOf(RANKS.indexOf(kind));
    const categoryIds = ctx.viewer.categoriesWith(permission);
    const contents = await longestWaiting(ctx, waiting, categoryIds, after, first + 1);
    return contents.map(itemsOf({ kind, letter }));
  };
  const [threads, posts, reports] = await Promise.all([
    waitingOf(THREADS),
    waitingOf(POSTS),
    longestOpenReports(ctx, afterOf(RANKS.indexOf(ReviewKind.REPORT)), first + 1),
  ]);
  const items = [...threads, ...posts, ...reports.map(reportedItem)].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || rankOf(a) - rankOf(b) || idOf(a) - idOf(b),
  );
  const cursorOf = (item: ReviewItem): string =>
    encodeCursor(list, [sqlTime(item.createdAt), rankOf(item), idOf(item)]);
  return pageOf(items.slice(0, first + 1), first, cursorOf, last !== null);
}

async function listReported(ctx: Context, request: PageRequest): Promise<Connection<ReviewItem>> {
  const page = await listReports(ctx, { ...request, status: ReportStatus.OPEN });
  const edges = page.edges.map(({ cursor, node }) => ({ cursor, node: reportedItem(node) }));
  return { ...page, edges, nodes: edges.map(({ node }) => node) };
}

/**
 * Counts what waits for the viewer.
 * @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN for viewers who moderate nothing.
 */
export async function countReviews(ctx: Context): Promise<ReviewCounts> {
  mustReview(ctx);
  const { viewer } = ctx;
  const kinds = {
    threads: viewer.categoriesWith(THREADS.permission),
    posts: viewer.categoriesWith(POSTS.permission),
    members: viewer.isAdmin,
  };
  return countQueue(ctx, kinds, COUNT_MAX);
}
