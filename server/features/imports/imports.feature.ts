import type { Feature } from "../../core/feature.ts";
import { Import, ImportedRecord } from "./import.entity.ts";
import { refuseUnfinishedImport } from "./unfinished.service.ts";

/** Where the community of this forum moved in from. `server/transfer` writes it. */
export const imports: Feature = {
  name: "imports",
  entities: [Import, ImportedRecord],
  prepare: refuseUnfinishedImport,
};
