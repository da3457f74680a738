import { defineEvent } from "../../../core/events.ts";
import type { NoticeReason } from "./notice.entity.ts";
import type { NoticeData } from "./notice.view.ts";
import type { NoticeKind } from "../templates/kind.view.ts";

/**
 * Something that a member must hear of for certain, raised by a feature above this one: money, groups, membership.
 * Emitted inside the transaction that it tells of.
 */
export const noticeRaised = defineEvent<{
  readonly userId: number;
  readonly kind: NoticeKind;
  /** Who did it, if they may be named. */
  readonly actorId: number | null;
  readonly threadId: number | null;
  readonly postId: number | null;
  readonly data: NoticeData;
  /** An amount of money in cents; the notice tells it as "12.34". */
  readonly amountCents?: number;
}>("noticeRaised");

/** Notices were written, or grew into a burst; whoever carries them out of the site hears of it. */
export const noticesWritten = defineEvent<{
  readonly notices: readonly {
    readonly id: number;
    readonly userId: number;
    readonly kind: NoticeKind;
    readonly why: NoticeReason;
  }[];
}>("noticesWritten");
