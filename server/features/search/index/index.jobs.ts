import type { Job } from "../../../core/feature.ts";
import { deleteIndexed, indexLeftovers } from "./indexer.service.ts";

/** Time between two looks for entries that nobody indexes, in milliseconds: a reply is found within two seconds. */
const LOOK_EVERY_MS = 1_000;
/** Time between two removals of entries that are indexed, in milliseconds. */
const DELETE_EVERY_MS = 30_000;

/** Jobs of the search index. */
export const indexJobs: readonly Job[] = [
  { name: "indexLeftovers", everyMs: LOOK_EVERY_MS, run: indexLeftovers },
  { name: "deleteIndexed", everyMs: DELETE_EVERY_MS, run: deleteIndexed },
];
