import { defineEvent } from "../../core/events.ts";

/** A member voted in the poll of a thread, changed the vote, or took it back. */
export const pollVoted = defineEvent<{ readonly threadId: number }>("pollVoted");
