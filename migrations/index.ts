import { Schema1764000000001 } from "./001-schema.ts";
import { Moderation1764000000006 } from "./006-moderation.ts";

/** Every change of the schema, in order; one list for both engines. Released entries are never edited. */
export const migrations = [Schema1764000000001, Moderation1764000000006];
