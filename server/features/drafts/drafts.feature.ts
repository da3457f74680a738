import { eraseRows } from "../../core/erasure.ts";
import type { Feature } from "../../core/feature.ts";
import { Draft } from "./draft.entity.ts";
import { DraftResolver } from "./draft.resolver.ts";

/** Drafts of threads and replies, saved while members write. */
export const drafts: Feature = {
  name: "drafts",
  entities: [Draft],
  resolvers: [DraftResolver],
  erasureHooks: [eraseRows("drafts", Draft)],
};
