import { defineEvent } from "../../../core/events.ts";
import type { ReportVerdict } from "./report.input.ts";

/** A member reported something; not emitted for changes of an open report. */
export const contentReported = defineEvent<{
  readonly reportId: number;
  readonly reporterId: number;
  readonly threadId: number | null;
  readonly postId: number | null;
  readonly userId: number | null;
  readonly messageId: number | null;
}>("contentReported");

/** Moderators decided about something that members had reported. */
export const reportsHandled = defineEvent<{
  readonly reporterIds: readonly number[];
  readonly threadId: number | null;
  readonly postId: number | null;
  readonly userId: number | null;
  readonly messageId: number | null;
  readonly verdict: ReportVerdict;
  readonly handledById: number;
  /** ISO. */
  readonly handledAt: string;
}>("reportsHandled");

/** A decision about reports was undone. */
export const reportsReopened = defineEvent<{
  readonly targetKey: string;
  /** Time of the decision, ISO. */
  readonly handledAt: string;
}>("reportsReopened");
