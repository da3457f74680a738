import type { Job } from "../../core/feature.ts";
import { removeUnusedPreviews } from "./cleanup.service.ts";
import { fetchLinkPreviews } from "./fetch.service.ts";

/** Time between two looks for pages that are due, in milliseconds. */
const FETCH_MS = 2_000;
const CLEAN_MS = 86_400_000;

/** Reads the pages of links, and removes what no text uses. */
export const linkPreviewJobs: readonly Job[] = [
  { name: "fetchLinkPreviews", everyMs: FETCH_MS, run: fetchLinkPreviews },
  { name: "removeUnusedPreviews", everyMs: CLEAN_MS, run: removeUnusedPreviews },
];
