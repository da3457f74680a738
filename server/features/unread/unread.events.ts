import { defineEvent } from "../../core/events.ts";

/** What members have not read changed. */
export const unreadChanged = defineEvent<{ readonly userIds: readonly number[] }>("unreadChanged");
