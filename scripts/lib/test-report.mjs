/** Summarizes the test runners' reports. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {import("./test-failures.mjs").Failure} Failure */
/** @typedef {Counts & { failures: Failure[], flaky: Failure[] }} Outcome flaky: failed once, then passed */
/** @typedef {Outcome & { name: string, seconds: string }} Row */

/**
 * @param {string} name
 * @param {string} seconds
 * @returns {Row}
 */
export function failedRow(name, seconds) {
  return { name, passed: 0, failed: 1, skipped: 0, failures: [], flaky: [], seconds };
}

/**
 * Counts a run without tests, or one that exited with an error but no failed test (because of a crash, for example), as
 * one failure: silence is not success.
 * @param {Outcome | undefined} reported undefined if there is no report
 * @param {number} exitCode
 * @returns {Outcome}
 */
export function finalOutcome(reported, exitCode) {
  const counts = reported ?? { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };
  const hasRunNothing = counts.passed + counts.failed === 0;
  const hasHiddenFailure = exitCode !== 0 && counts.failed === 0;
  return hasRunNothing || hasHiddenFailure ? { ...counts, failed: counts.failed + 1 } : counts;
}

/**
 * @param {any} report of Vitest's JSON reporter
 * @returns {Counts}
 */
export function countVitest(report) {
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = report;
  return { passed, failed, skipped: numPendingTests + numTodoTests };
}

/**
 * @param {any} report of Playwright's JSON reporter
 * @returns {Counts}
 */
export function countPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** @param {Row[]} rows */
export function hasFailures(rows) {
  return rows.some((row) => row.failed > 0);
}

/** @param {Row[]} rows */
export function formatTable(rows) {
  const cells = [["step", "passed", "failed", "seconds"]];
  for (const row of rows) cells.push([row.name, String(row.passed), String(row.failed), row.seconds]);
  return cells
    .map(([name, ...rest]) => name.padEnd(12) + rest.map((cell) => cell.padStart(9)).join(""))
    .join("\n");
}

/**
 * The summary in the last line, for people and for CI.
 * @param {Row[]} rows
 */
export function formatSummary(rows) {
  const sum = (/** @type {keyof Counts} */ key) => rows.reduce((total, row) => total + row[key], 0);
  const skipped = sum("skipped");
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
