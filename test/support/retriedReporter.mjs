import { writeFileSync } from "node:fs";
import { relative } from "node:path";

/** Reporter of Vitest that lists the tests which failed and passed when they ran once more, with their first failures. */
export default class RetriedReporter {
  #retried = [];

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const name = `${relative(process.cwd(), test.module.moduleId)} › ${test.fullName}`;
    const errors = (test.result().errors ?? []).map((error) => error.stack ?? error.message);
    this.#retried.push({ name, errors });
  }

  onTestRunEnd() {
    const { LUNTAN_TEST_RETRIED } = process.env;
    if (LUNTAN_TEST_RETRIED) writeFileSync(LUNTAN_TEST_RETRIED, JSON.stringify(this.#retried));
  }
}
