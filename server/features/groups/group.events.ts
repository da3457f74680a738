import { defineEvent } from "../../core/events.ts";

/** The grants of a group changed; anything rendered for its members may be wrong now. */
export const grantsChanged = defineEvent<{ groupId: number }>("grantsChanged");
