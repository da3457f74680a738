import { defineEvent } from "../../../core/events.ts";

/** Somebody asked for a code that signs in; the account need not exist. */
export const signInCodeRequested = defineEvent<{
  /** Id of the request. */
  readonly id: string;
  /** Normalised user name or e-mail address, as it was typed. */
  readonly accountKey: string;
}>("signInCodeRequested");
