import { defineLoader } from "../../../core/loaders.ts";
import { type ReportSum, sumReports } from "./reportSum.sql.ts";

/** Sums of the open reports of content by key (`t12`, `p34`, `u5`, `m6`), batched. */
export const reportSumOf = defineLoader<string, ReportSum>("reportSumOf", (ctx, keys) =>
  sumReports(ctx, keys),
);
