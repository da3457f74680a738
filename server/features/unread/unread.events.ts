import { defineEvent } from "../../core/events.ts";

/** Unread counters of members changed. */
export const unreadChanged = defineEvent<{ readonly userIds: readonly number[] }>("unreadChanged");
