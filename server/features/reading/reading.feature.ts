import { eraseRows } from "../../core/erasure.ts";
import type { Feature } from "../../core/feature.ts";
import { ReadMark } from "./mark.entity.ts";
import { ReadMarkResolver } from "./mark.resolver.ts";

/** Places of members in threads: the last reply read. */
export const reading: Feature = {
  name: "reading",
  entities: [ReadMark],
  resolvers: [ReadMarkResolver],
  erasureHooks: [eraseRows("reading", ReadMark)],
};
