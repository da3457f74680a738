import { defineEvent } from "../../core/events.ts";

/** A category was created, changed or deleted. */
export const categoriesChanged = defineEvent<{ categoryId: number }>("categoriesChanged");
