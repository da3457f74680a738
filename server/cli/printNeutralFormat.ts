import { z } from "zod";
import { MANIFEST } from "../transfer/format/manifest.ts";
import { KINDS, RECORDS } from "../transfer/format/records.ts";

/** Makes the JSON Schemas of the neutral format by their file names: one for each kind of record, and the manifest's. */
export function printNeutralFormat(): Record<string, string> {
  const schemas = [...KINDS.map((kind) => [kind, RECORDS[kind]] as const), ["manifest", MANIFEST] as const];
  return Object.fromEntries(
    schemas.map(([name, schema]) => [
      `${name}.schema.json`,
      `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`,
    ]),
  );
}
