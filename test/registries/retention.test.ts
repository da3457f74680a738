import { readFileSync } from "node:fs";
import { getMetadataArgsStorage } from "typeorm";
import { expect, test } from "vitest";
import "../../server/database/programMark.entity.ts";
import { features } from "../../server/features.ts";

/** The page that says of every table what goes, and when. */
const rows = readFileSync("docs/retention.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, tables = "", rule = "", job = ""]) => ({ tables: namesIn(tables), rule, jobs: namesIn(job) }));

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
}

test("every table has one rule about what goes", () => {
  const tables = getMetadataArgsStorage().tables.flatMap(({ name, type }) =>
    type === "regular" ? [name!] : [],
  );
  expect(features.length).toBeGreaterThan(40);
  expect(rows.flatMap((row) => row.tables).sort()).toEqual([...new Set(tables)].sort());
  expect(rows.filter(({ rule }) => rule === "")).toEqual([]);
});

test("jobs that delete are jobs of the program", () => {
  const jobs = new Set(features.flatMap((feature) => (feature.jobs ?? []).map(({ name }) => name)));
  const named = rows.flatMap((row) => row.jobs);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !jobs.has(name))).toEqual([]);
});
