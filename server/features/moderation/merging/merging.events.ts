import { defineEvent } from "../../../core/events.ts";

/** Replies are in another thread than before: two threads were merged, or one was split. */
export const repliesMoved = defineEvent<{
  readonly fromThreadId: number;
  readonly toThreadId: number;
}>("repliesMoved");
