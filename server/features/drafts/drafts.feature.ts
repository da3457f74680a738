import type { Feature } from "../../core/feature.ts";
import { Draft } from "./draft.entity.ts";
import { DraftResolver } from "./draft.resolver.ts";

/** What members are writing, saved while they write. */
export const drafts: Feature = { name: "drafts", entities: [Draft], resolvers: [DraftResolver] };
