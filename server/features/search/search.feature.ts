import type { Feature } from "../../core/feature.ts";

/** The words under which threads, replies and members are found; what is found is the matter of `search-results`. */
export const search: Feature = { name: "search" };
