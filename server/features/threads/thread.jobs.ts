import type { Job } from "../../core/feature.ts";
import { VIEW_FLUSH_MS } from "../../core/viewBuffer.ts";
import { remindOfBookmarks } from "./bookmarks/reminder.service.ts";
import { lockDueThreads } from "./moderation/thread.closing.service.ts";
import { endPins } from "./moderation/thread.pin.service.ts";
import { publishDueThreads } from "./scheduling/publishing.service.ts";
import { flushViewCounts } from "./view.service.ts";

/** Interval of ending pins whose time is over, in milliseconds. */
const PINS_EVERY_MS = 60_000;

/** Interval of locking threads whose time has come, in milliseconds; replies look at the time itself. */
const LOCKS_EVERY_MS = 60_000;

/** Interval of reminding members of bookmarks, in milliseconds. */
const REMINDERS_EVERY_MS = 30_000;

/** Interval of publishing scheduled threads, in milliseconds. */
const PUBLISHING_EVERY_MS = 30_000;

/** Timed work on threads. */
export const threadJobs: readonly Job[] = [
  { name: "flushViewCounts", everyMs: VIEW_FLUSH_MS, flushOnStop: true, run: flushViewCounts },
  { name: "endPins", everyMs: PINS_EVERY_MS, run: endPins },
  { name: "lockDueThreads", everyMs: LOCKS_EVERY_MS, onStart: true, run: lockDueThreads },
  { name: "remindOfBookmarks", everyMs: REMINDERS_EVERY_MS, onStart: true, run: remindOfBookmarks },
  { name: "publishDueThreads", everyMs: PUBLISHING_EVERY_MS, onStart: true, run: publishDueThreads },
];
