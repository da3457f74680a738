import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { API_CHANGELOG, printApiChangelog, RELEASED_SCHEMA } from "../../server/cli/apiChangelog.ts";
import { printForumSchema } from "../../server/cli/printSchema.ts";
import {
  brokenPromises,
  changesBetween,
  REASON_MISSING,
  withRelease,
  withUnreleased,
} from "../../server/graphql/schemaChanges.ts";

/** The changelog of the API: made from the schema, and nothing breaks without a word about it. */
const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const EMPTY = withUnreleased(read(API_CHANGELOG), { breaking: [], dangerous: [], deprecated: [], added: [] });

test("it says what changed since the last version", () => {
  const stored = read(API_CHANGELOG);
  expect(stored === printApiChangelog(ROOT), "run `npm run codegen` and commit sdk/CHANGELOG.md").toBe(true);
});

test("every breaking change has a reason, and what is deprecated stays until its day", () => {
  expect(read(API_CHANGELOG), "say behind each breaking change in sdk/CHANGELOG.md why").not.toContain(
    REASON_MISSING,
  );
  const [before, after] = [read(RELEASED_SCHEMA), printForumSchema()].map((text) => buildSchema(text));
  expect(brokenPromises(before!, after!, new Date().toISOString().slice(0, 10))).toEqual([]);
});

const BEFORE = buildSchema(`
  type Query { tea: Tea, member: Tea @deprecated(reason: "Use user. Answers at least until 2027-06-30."), cup(size: Int = 1): Int }
  type Tea { id: ID! }
  enum Size { SMALL }`);
const AFTER = buildSchema(`
  type Query { tea(hot: Boolean): Tea, cup(size: Int = 2): Int, cake: Cake, pot: Int @deprecated(reason: "Use tea. Answers at least until 2027-06-30.") }
  type Tea { id: ID! size: Size }
  type Cake { id: ID! }
  enum Size { SMALL, LARGE }`);

test("changes are told by what they mean for programs", () => {
  const changes = changesBetween(BEFORE, AFTER);
  expect(changes.breaking).toEqual(["Query.member was removed."]);
  expect(changes.dangerous).toHaveLength(1);
  expect(changes.deprecated.map(({ at }) => at)).toEqual(["Query.pot"]);
  expect(changes.added).toEqual([
    "Cake",
    "Query.cake",
    "Query.pot",
    "Query.tea(hot:)",
    "Size.LARGE",
    "Tea.size",
  ]);
  const missing = withUnreleased(EMPTY, changes);
  expect(missing).toContain(`- Query.member was removed. — ${REASON_MISSING}`);
  expect(missing).toContain("- `Query`: `cake`, `pot`, `tea(hot:)`");
});

test("reasons are kept when it is written anew, and go with their version", () => {
  const changes = changesBetween(BEFORE, AFTER);
  const explained = withUnreleased(EMPTY, changes).replace(REASON_MISSING, "nobody asked for it");
  expect(withUnreleased(explained, changes)).toBe(explained);
  const released = withRelease(explained, changes, "0.2.0", "2027-07-01");
  expect(released).toMatch(
    /## Unreleased\n\nNothing yet\.\n\n<!-- \/unreleased -->\n\n## 0\.2\.0 \(2027-07-01\)/,
  );
  expect(released).toContain("- Query.member was removed. — nobody asked for it");
});

test("what was promised until a day may not go before it", () => {
  expect(brokenPromises(BEFORE, AFTER, "2027-06-30")).toHaveLength(1);
  expect(brokenPromises(BEFORE, AFTER, "2027-07-01")).toEqual([]);
});
