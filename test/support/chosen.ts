import { relative } from "node:path";
import { beforeEach, expect } from "vitest";
import { chosenTests } from "../engines.mjs";
import { ROOT } from "./root.ts";

/** True in runs of MariaDB and MySQL, unless somebody has named files, which then run whole. */
const IS_CHOSEN = Boolean(process.env["LUNTAN_TEST_CHOSEN"]);

/** Skips the tests that `test/engines.json` does not choose for this engine: other tests execute their statements on it. */
export function leaveToSqlite(): void {
  if (!IS_CHOSEN) return;
  const tests = chosenTests(ROOT);
  beforeEach(({ task, skip }) => {
    const { testPath = "", currentTestName = "" } = expect.getState();
    const chosen = tests[relative(ROOT, testPath)];
    if (!chosen || chosen === "all" || chosen.includes(currentTestName)) return;
    Object.assign(task.meta, { isLeftToSqlite: true });
    skip();
  });
}
