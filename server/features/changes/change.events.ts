import { defineEvent } from "../../core/events.ts";
import type { ChangeKind } from "./change.entity.ts";

/** A change of a thread or reply was written to the feed. */
export const changeRecorded = defineEvent<{
  readonly id: number;
  readonly kind: `${ChangeKind}`;
  readonly threadId: number;
  readonly postId: number | null;
  readonly categoryId: number;
  readonly fromCategoryId: number | null;
  /** As ISO text, since it goes through the outbox. */
  readonly at: string;
}>("changeRecorded");
