import { defineEvent } from "../../core/events.ts";

/** A plugin was installed, switched, changed or removed: pages show other plugins now. */
export const pluginsChanged = defineEvent<{ name: string }>("pluginsChanged");
