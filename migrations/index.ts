import { Schema1764000000001 } from "./001-schema.ts";
import { Lists1764000000005 } from "./005-lists.ts";

/** Every change of the schema, in order; one list for both engines. Released entries are never edited. */
export const migrations = [Schema1764000000001, Lists1764000000005];
