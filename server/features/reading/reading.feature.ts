import type { Feature } from "../../core/feature.ts";
import { ReadMark } from "./mark.entity.ts";
import { ReadMarkResolver } from "./mark.resolver.ts";

/** How far members have read threads. */
export const reading: Feature = { name: "reading", entities: [ReadMark], resolvers: [ReadMarkResolver] };
