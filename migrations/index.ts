import { Schema1764000000001 } from "./001-schema.ts";

/** Every change of the schema, in order; one list for both engines. Released entries are never edited. */
export const migrations = [Schema1764000000001];
