import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { chosenFiles, chosenTests, needsEngines } from "../engines.mjs";
import { modules } from "../support/modules.ts";
import { ROOT } from "../support/root.ts";
import { MYSQL_FILES } from "../support/mysqlFiles.mjs";
import { HOUSE, ISOLATED } from "../support/suites.ts";

const tests = modules.filter(({ path }) => /\.test\.tsx?$/.test(path));

test("what depends on the engine runs on every engine: test/engines.json names it", () => {
  const isHouse = (path: string): boolean =>
    HOUSE.some((pattern) => path.startsWith(pattern.split("**")[0]!));
  const server = tests
    .map(({ path }) => path)
    .filter((path) => path.endsWith(".test.ts") && !path.endsWith(".browser.test.ts") && !isHouse(path));
  const engines = chosenTests(ROOT);
  const chosen = Object.keys(engines).filter((path) => engines[path] === "all");
  expect(server.filter((path) => needsEngines(ROOT, path) && !chosen.includes(path))).toEqual([]);
});

test("MySQL runs files that run whole on MariaDB", () => {
  const engines = chosenTests(ROOT);
  expect(MYSQL_FILES.filter((path) => engines[path] !== "all")).toEqual([]);
});

test("lists of tests name files that there are, each once", () => {
  for (const list of [chosenFiles(ROOT), MYSQL_FILES, ISOLATED]) {
    expect(list.filter((path) => !existsSync(`${ROOT}/${path}`))).toEqual([]);
    expect(new Set(list).size).toBe(list.length);
  }
});

test("tests of the client that replace modules have modules of their own: test/support/suites.ts names them", () => {
  const replaces = /\bvi\.(?:mock|doMock|resetModules)\(/;
  const wrong = tests
    .filter(({ path, code }) => path.endsWith(".test.tsx") && replaces.test(code))
    .map(({ path }) => path)
    .filter((path) => !ISOLATED.includes(path));
  expect(wrong).toEqual([]);
});
