import { defineEvent } from "../../core/events.ts";

/** Settings have other values now; `names` as in code (`site_name`, `agreement.privacy`). */
export const settingsChanged = defineEvent<{ names: readonly string[] }>("settingsChanged");
