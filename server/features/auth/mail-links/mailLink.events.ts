import { defineEvent } from "../../../core/events.ts";

/** Somebody asked for a mail that leads to a new password; the account need not exist. */
export const passwordResetRequested = defineEvent<{
  /** Normalised user name or e-mail address, as it was typed. */
  readonly accountKey: string;
}>("passwordResetRequested");
