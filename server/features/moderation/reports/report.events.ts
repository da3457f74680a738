import { defineEvent } from "../../../core/events.ts";
import type { ReportVerdict } from "./report.input.ts";

/** Something was reported for the first time by this member; a change of an open report is no news. */
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
}>("reportsHandled");
