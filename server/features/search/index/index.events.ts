import { defineEvent } from "../../../core/events.ts";
import type { Services } from "../../../core/context.ts";

/** Documents were queued for the search index. */
export const documentsQueued = defineEvent<{ readonly services: Services }>("documentsQueued");
