import { defineEvent } from "../../core/events.ts";

/** Settings were changed; `names` as in code (`site_name`, `agreement.privacy`). */
export const settingsChanged = defineEvent<{ names: readonly string[] }>("settingsChanged");
