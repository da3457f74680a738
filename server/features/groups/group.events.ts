import { defineEvent } from "../../core/events.ts";

/** What a group may do changed; whatever was shown to its members may be wrong now. */
export const grantsChanged = defineEvent<{ groupId: number }>("grantsChanged");
