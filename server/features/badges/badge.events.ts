import { defineEvent } from "../../core/events.ts";

/** A member earned badges. */
export const badgesAwarded = defineEvent<{ userId: number }>("badgesAwarded");
/** An administrator changed a badge. */
export const badgesChanged = defineEvent<{ badgeId: number }>("badgesChanged");
