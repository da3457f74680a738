import type { Feature } from "../../core/feature.ts";
import { NodeResolver } from "./node.resolver.ts";

/** Reading things of any kind by a global id. */
export const nodes: Feature = { name: "nodes", resolvers: [NodeResolver] };
