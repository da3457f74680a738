import { relative, resolve } from "node:path";
import { beforeEach, expect } from "vitest";
import { chosenTests } from "../engines.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
/** True in the runs of the suites of MariaDB and MySQL. */
const IS_CHOSEN = Boolean(process.env["LUNTAN_TEST_CHOSEN"]);

/** Leaves out the tests whose statements other tests execute on this engine, too; `test/engines.json` names the others. */
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
