import type { Row } from "../sqlSource.ts";
import type { SourceRun } from "../run.ts";
import type { Access } from "./access.ts";
import { millisOf } from "./fields.ts";
import type { NameIds } from "./ids.ts";
import type { NodebbObjects } from "./objects.ts";

/** Everything that the parts of the reader of NodeBB share. */
export interface Run extends SourceRun {
  readonly objects: NodebbObjects;
  readonly ids: NameIds;
  /** Categories, and who reads them. */
  readonly access: Access;
  /** Time of the first run: that of texts which have not appeared. */
  readonly beganAt: string;
  /** `config` of the source. */
  readonly config: Row;
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
