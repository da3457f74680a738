import { RENAMED_FIELDS } from "../../server/graphql/oldNames.ts";
import * as matrix from "./matrix.ts";
import type { Row } from "./matrix.ts";

/** Rows of old names: asked under the old name, everybody gets the outcome of the new one. */
function withOldNames(type: "Query" | "Mutation", rows: Readonly<Record<string, Row>>): Record<string, Row> {
  const renamed = Object.entries(RENAMED_FIELDS).filter(([coordinate]) => coordinate.startsWith(`${type}.`));
  const old = renamed.map(([coordinate, name]) => {
    const oldName = coordinate.slice(type.length + 1);
    const row = rows[name]!;
    return [
      oldName,
      {
        ...row,
        document: row.document.replace(`${name}(`, `${oldName}(`).replace(`${name} `, `${oldName} `),
      },
    ];
  });
  return { ...rows, ...(Object.fromEntries(old) as Record<string, Row>) };
}

/** Every query that can be asked, old names included. */
export const QUERIES = withOldNames("Query", matrix.QUERIES);
/** Every mutation that can be sent, old names included. */
export const MUTATIONS = withOldNames("Mutation", matrix.MUTATIONS);
