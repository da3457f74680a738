import type { Feature } from "../../core/feature.ts";
import { PageVersion, ServerProcessRow } from "./process.entity.ts";
import { ProcessResolver } from "./process.resolver.ts";

/** Several processes on one database: who they are, and what they tell each other. */
export const processes: Feature = {
  name: "processes",
  entities: [ServerProcessRow, PageVersion],
  resolvers: [ProcessResolver],
};
