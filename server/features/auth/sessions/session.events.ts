import { defineEvent } from "../../../core/events.ts";

/** Sessions of a member ended before their time: signed out, revoked, or all of them for another password. */
export const sessionsEnded = defineEvent<{
  readonly userId: number;
  readonly sessionIds: readonly number[] | "all";
}>("sessionsEnded");
