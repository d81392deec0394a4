/**
 * Names the tests that failed, from what the runners report: told once more under the table, because the end is what is
 * left of a long output.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { wordsOnPage } from "./words-on-page.mjs";

/** Dialogs and notices come last in a page, and are what a test mostly stumbles over. */
const mostPageLines = 40;

/** @typedef {{ file: string, name: string, reason: string, page?: string[] }} Failure page: what was to be read there */

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
    const page = results.flatMap((/** @type {any} */ result) => pageOf(result));
    const failure = { file: `${file}:${line}`, name: title, reason: firstLine(error?.message) };
    return page.length > 0 ? { ...failure, page } : failure;
  });
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/**
 * @param {any} result of one run of a test
 * @returns {string[]}
 */
function pageOf({ attachments = [] }) {
  const context = attachments.find((/** @type {any} */ each) => each.name === "error-context");
  return context ? wordsOnPage(readFileSync(context.path, "utf8")) : [];
}

/** @param {string | undefined} message */
function firstLine(message) {
  return stripVTControlCharacters(message ?? "")
    .trim()
    .split("\n")[0];
}

/**
 * @param {Failure[]} failures
 * @returns {string} a line each, and under it the reason and the end of what was on the page
 */
export function tellFailures(failures) {
  return failures
    .flatMap(({ file, name, reason, page = [] }) => [
      `✗ ${[file, name].filter(Boolean).join(" › ")}`,
      ...(reason ? [`  ${reason}`] : []),
      ...(page.length > 0 ? ["  On the page at the end:"] : []),
      ...page.slice(-mostPageLines).map((line) => `    ${line}`),
    ])
    .join("\n");
}
