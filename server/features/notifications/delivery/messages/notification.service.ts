import type { Context } from "../../../../core/context.ts";
import { preload } from "../../../../core/loaders.ts";
import { marks, select } from "../../../../core/sql.ts";
import { Notice } from "../../inbox/notice.entity.ts";
import { preloadNoticeNeighbours } from "../../inbox/notice.service.ts";
import type { NoticeDraft } from "../../inbox/notice.view.ts";
import { receivable } from "../../inbox/recipients/eligibility.service.ts";
import { dataOf } from "../../inbox/wording.ts";
import { userById } from "../../../users/user.loaders.ts";

/** Why something is not sent, as the delivery log says it. */
export type Refusal = "READ" | "WITHDRAWN" | "NOT_ALLOWED";

/**
 * The notices of these ids as they may be sent now: unread, not taken back, of things that their receivers may see,
 * without people whom they block. A fixed number of statements, whatever their number.
 */
export async function sendableNotices(
  ctx: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Notice | Refusal>> {
  const found = new Map<number, Notice | Refusal>(ids.map((id) => [id, "WITHDRAWN"]));
  if (ids.length === 0) return found;
  const notices = await select(ctx, Notice, "n", `notifications n WHERE n.id IN (${marks(ids)})`, ids);
  const asked = new Map<NoticeDraft, Notice>();
  for (const notice of notices) {
    if (isRead(notice)) found.set(notice.id, "READ");
    else {
      found.set(notice.id, "NOT_ALLOWED");
      for (const draft of draftsOf(notice)) asked.set(draft, notice);
    }
  }
  const actors = new Map<Notice, number[]>();
  for (const draft of await receivable(ctx, [...asked.keys()])) {
    const notice = asked.get(draft)!;
    const known = actors.get(notice) ?? [];
    if (draft.byUserId !== null) known.push(draft.byUserId);
    actors.set(notice, known);
  }
  for (const [notice, actorIds] of actors) found.set(notice.id, naming(notice, actorIds));
  await preloadNoticeNeighbours(ctx, [...actors.keys()], new Set());
  await preload(
    ctx,
    userById,
    notices.map(({ userId }) => userId),
  );
  return found;
}

/** What its receiver wanted in no list of unread things counts as read from the start, not as read meanwhile. */
function isRead({ readAt, createdAt }: Notice): boolean {
  return readAt !== null && readAt >= createdAt;
}

/** One question for each person whom a notice names, since its receiver may block some of them. */
function draftsOf(notice: Notice): NoticeDraft[] {
  const { userId, kind, why, threadId, postId } = notice;
  const common = { userId, kind, why, threadId, postId };
  const actorIds = dataOf(notice).actorIds ?? [];
  if (actorIds.length === 0) return [{ ...common, byUserId: null }];
  return actorIds.map((byUserId) => ({ ...common, byUserId }));
}

function naming(notice: Notice, actorIds: readonly number[]): Notice {
  const data = dataOf(notice);
  if ((data.actorIds ?? []).length === actorIds.length) return notice;
  return Object.assign(new Notice(), notice, { data: JSON.stringify({ ...data, actorIds }) });
}
