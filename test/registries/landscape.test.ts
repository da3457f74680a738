import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Rows of the table of capabilities. */
const rows = readFileSync("docs/landscape.md", "utf8")
  .split("\n")
  .filter((line) => /^\| A\d/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, id = "", capability = "", state = "", gap = "", proof = ""]) => ({
    id,
    capability,
    state,
    gap,
    proof,
  }));

test("the table of capabilities has each of the 164 once, and says what is missing", () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(164);
  expect(rows).toHaveLength(164);
  expect(rows.filter(({ state }) => !["yes", "in part", "no", "won't"].includes(state))).toEqual([]);
  expect(rows.filter(({ state, gap }) => (state === "in part" || state === "won't") && gap === "")).toEqual(
    [],
  );
});

test("what the table says is there names a test that exists", () => {
  const present = rows.filter(({ state }) => state === "yes" || state === "in part");
  expect(present.filter(({ proof }) => !existsSync(proof.slice(1, -1)))).toEqual([]);
});
