import { defineEvent } from "../../core/events.ts";

/** A topic was recommended or not any more, taken away, brought back, or made one with another. */
export const topicChanged = defineEvent<{ topicId: number }>("topicChanged");
