import type { Feature } from "../../core/feature.ts";
import { Import, ImportedRecord } from "./import.entity.ts";
import { refuseUnfinishedImport } from "./unfinished.service.ts";

/** Notes of the community that moved into this forum. `server/transfer` writes them. */
export const imports: Feature = {
  name: "imports",
  entities: [Import, ImportedRecord],
  prepare: refuseUnfinishedImport,
};
