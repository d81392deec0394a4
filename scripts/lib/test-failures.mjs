/**
 * Names the tests that failed, from what the runners report: told once more under the table, because the end is what is
 * left of a long output.
 */
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** @typedef {{ file: string, name: string, reason: string }} Failure */

/**
 * @param {any} report of Vitest's JSON reporter
 * @param {string} root the folder that files are named from
 * @returns {Failure[]}
 */
export function failuresOfVitest({ testResults }, root) {
  return testResults.flatMap((/** @type {any} */ { name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((/** @type {any} */ result) => result.status === "failed");
    if (failed.length === 0 && status === "failed") return [{ file, name: "", reason: firstLine(message) }];
    return failed.map((/** @type {any} */ result) => ({
      file,
      name: result.fullName,
      reason: firstLine(result.failureMessages[0]),
    }));
  });
}

/**
 * @param {any} report of Playwright's JSON reporter
 * @returns {Failure[]}
 */
export function failuresOfPlaywright({ suites, errors }) {
  const outside = errors.map((/** @type {any} */ error) => ({
    file: error.location?.file ?? "",
    name: "",
    reason: firstLine(error.message),
  }));
  return [...outside, ...suites.flatMap(failuresOfSuite)];
}

/**
 * @param {any} suite a file or a group in it
 * @returns {Failure[]}
 */
function failuresOfSuite({ specs, suites = [] }) {
  const failed = specs.filter((/** @type {any} */ spec) => !spec.ok);
  const own = failed.map((/** @type {any} */ { file, line, title, tests }) => {
    const results = tests.flatMap((/** @type {any} */ test) => test.results);
    const error = results.map((/** @type {any} */ result) => result.error).find(Boolean);
    return { file: `${file}:${line}`, name: title, reason: firstLine(error?.message) };
  });
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/** @param {string | undefined} message */
function firstLine(message) {
  return stripVTControlCharacters(message ?? "")
    .trim()
    .split("\n")[0];
}

/**
 * @param {Failure[]} failures
 * @returns {string} a line each, and the reason under it
 */
export function tellFailures(failures) {
  return failures
    .map(({ file, name, reason }) => {
      const where = [file, name].filter(Boolean).join(" › ");
      return reason ? `✗ ${where}\n  ${reason}` : `✗ ${where}`;
    })
    .join("\n");
}
