import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** Lines of the reason of each failure that are repeated at the end, where a log that is cut short still has them. */
const REASON_LINES = 12;
/** Lines of the evidence of each failure: pictures, the server's log, statements. */
const EVIDENCE_LINES = 30;

/** Counts of a suite that ran nothing. */
export const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [] };

/**
 * Reads what Vitest's JSON reporter has written.
 * @returns counts, and the failures: file, name and reason
 */
export function readReport(root, report) {
  try {
    const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, "utf8"),
    );
    const failures = testResults
      .filter(({ status }) => status === "failed")
      .flatMap((file) => failuresOf(relative(root, file.name), file));
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    const left = results.filter(({ meta }) => meta?.isLeftToSqlite).length;
    const skipped = numPendingTests + (numTodoTests ?? 0) - left;
    return { passed: numPassedTests, failed: failures.length, skipped, failures };
  } catch (error) {
    console.error(`No readable result: ${error.message}`);
    return { ...NOTHING, failed: 1 };
  }
}

/** Lists the failures of a file; one that fails without a failed test is a failure itself. */
function failuresOf(path, { assertionResults, message }) {
  const tests = assertionResults.filter(({ status }) => status === "failed");
  if (tests.length === 0)
    return [{ file: path, name: "(the file itself)", isFile: true, lines: message.split("\n") }];
  return tests.map(({ fullName, failureMessages, meta }) => ({
    file: path,
    name: fullName,
    isFile: false,
    lines: [
      ...failureMessages
        .join("\n")
        .split("\n")
        .filter((line) => !line.includes("/node_modules/"))
        .slice(0, REASON_LINES),
      ...(meta?.evidence ?? []).slice(0, EVIDENCE_LINES),
    ],
  }));
}

/** Prints a failure under a heading. */
export function printFailure(heading, { file, name, lines }) {
  console.log(`${[`${heading}: ${file} › ${name}`, ...lines].join("\n    ")}\n`);
}

/**
 * Joins a run with a second run of its failed files.
 * @returns the counts after the second run, and the tests that have failed in one run alone as `flaky`
 */
export function joinRuns(first, second) {
  const isIn = (failures, { file, name }) =>
    failures.some((other) => other.file === file && other.name === name);
  const failures = second.failures.filter((failure) => isIn(first.failures, failure));
  const flaky = [
    ...first.failures.filter((failure) => !isIn(second.failures, failure)),
    ...second.failures.filter((failure) => !isIn(first.failures, failure)),
  ];
  // What failed without being a test, and passed then, was not counted as passed: its tests never ran before.
  const recovered = first.failures.some(({ isFile }) => isFile) ? second.passed : 0;
  const passed = first.passed + recovered + flaky.filter(({ isFile }) => !isFile).length;
  return { ...first, passed, failed: failures.length, failures, flaky };
}
