import { defineEvent } from "../../../core/events.ts";
import type { Locale } from "../../../core/locale.ts";

/** A new member gave an e-mail address, which nobody has confirmed yet. */
export const emailGiven = defineEvent<{
  readonly userId: number;
  readonly email: string;
  /** Language of the page on which it was given. */
  readonly locale: Locale;
}>("emailGiven");
