import type { Row } from "../mysqlSource.ts";
import type { SourceRun } from "../run.ts";
import type { Access } from "./access.ts";
import { millisOf } from "./fields.ts";
import type { NameIds } from "./ids.ts";
import type { NodebbObjects } from "./objects.ts";

/** Longest address of the neutral format. */
const ADDRESS_MAX = 500;

/** Everything that the parts of the reader of NodeBB share. */
export interface Run extends SourceRun {
  readonly objects: NodebbObjects;
  readonly ids: NameIds;
  /** Categories, and who reads them. */
  readonly access: Access;
  /** `config` of the source. */
  readonly config: Row;
  /** Folder of the old site's address, such as `/forum`; empty for none. */
  readonly basePath: string;
  /** Categories that NodeBB does not have, and that hold topics. */
  readonly extraCategories: Set<number>;
}

/** Gives the first time of a row; rows without one take that of the beginning of the forum. */
export function timeOf(run: Run, row: Row, ...fields: string[]): string {
  for (const field of fields) {
    const time = millisOf(row[field]);
    if (time !== null) return time;
  }
  return run.beginning;
}

/** Puts an address of the old site aside with the page that has taken it over. */
export function putAddress(run: Run, path: string, target: string): void {
  const address = run.basePath + path;
  if (address.length <= ADDRESS_MAX) run.scratch.put("oldAddresses", [address, 0], { address, target });
}
