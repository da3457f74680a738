import type { Feature } from "../../../core/feature.ts";
import { endCheck } from "./checkProcess.ts";
import { ImportPageResolver } from "./importPage.resolver.ts";
import { restoreOwner } from "./start.service.ts";

/** Moving in from a page, for owners without a shell. `server/transfer` does the work. */
export const importPage: Feature = {
  name: "imports/page",
  resolvers: [ImportPageResolver],
  prepare: restoreOwner,
  stop: endCheck,
};
