import { eraseRows } from "../../core/erasure.ts";
import type { Feature } from "../../core/feature.ts";
import { ReadMark } from "./mark.entity.ts";
import { ReadMarkResolver } from "./mark.resolver.ts";
import { PageMarksResolver } from "./pageMarks.resolver.ts";

/** Places of members in threads: the last reply read; and what of a page is theirs. */
export const reading: Feature = {
  name: "reading",
  entities: [ReadMark],
  resolvers: [ReadMarkResolver, PageMarksResolver],
  erasureHooks: [eraseRows("reading", ReadMark)],
};
