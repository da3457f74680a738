import { defineEvent } from "../../core/events.ts";

/** Tokens, or secrets of them, do not work any more. */
export const tokensEnded = defineEvent<{ readonly tokenIds: readonly number[] }>("tokensEnded");
