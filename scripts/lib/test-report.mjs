/** Adds up what the test runners report. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {Counts & { failures: import("./test-failures.mjs").Failure[] }} Outcome */
/** @typedef {Outcome & { name: string, seconds: string }} Row */

/**
 * @param {string} name
 * @param {string} seconds
 * @returns {Row}
 */
export function failedRow(name, seconds) {
  return { name, passed: 0, failed: 1, skipped: 0, failures: [], seconds };
}

/**
 * Counts a runner's outcome. One that ended badly without a failed test (it crashed, or a file could not be loaded) and
 * one that ran no test at all count as one failed: silence is not success.
 * @param {Outcome | undefined} reported undefined: it left no report
 * @param {number} exitCode
 * @returns {Outcome}
 */
export function settle(reported, exitCode) {
  const counts = reported ?? { passed: 0, failed: 0, skipped: 0, failures: [] };
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
export function hasFailed(rows) {
  return rows.some((row) => row.failed > 0);
}

/** @param {Row[]} rows */
export function table(rows) {
  const cells = [["step", "passed", "failed", "seconds"]];
  for (const row of rows) cells.push([row.name, String(row.passed), String(row.failed), row.seconds]);
  return cells
    .map(([name, ...rest]) => name.padEnd(8) + rest.map((cell) => cell.padStart(9)).join(""))
    .join("\n");
}

/**
 * The plain last line, for people and for CI.
 * @param {Row[]} rows
 */
export function closingLine(rows) {
  const sum = (/** @type {keyof Counts} */ key) => rows.reduce((total, row) => total + row[key], 0);
  const skipped = sum("skipped");
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
