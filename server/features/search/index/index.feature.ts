import type { Feature } from "../../../core/feature.ts";

/** The words under which threads, replies and members are found; `search/results` reads it. */
export const searchIndex: Feature = { name: "search/index" };
