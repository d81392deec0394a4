/**
 * Lists the failed tests from the runners' reports. Printed again below the table, because only the end of a long
 * output stays visible.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { extractPageText } from "./page-text.mjs";

/** From the end of the page, where dialogs and notices are, which tests most often fail on. */
const maxPageLines = 40;
const maxLogLines = 20;
const maxReasonLines = 6;

/**
 * @typedef {{ file: string, name: string, reason: string, page?: string[], log?: string[] }} Failure page: text on the
 * page when the test failed; log: what the app logged
 */

/**
 * @param {any} report of Vitest's JSON reporter
 * @param {string} root base folder for file names
 * @returns {Failure[]}
 */
export function readVitestFailures({ testResults }, root) {
  return testResults.flatMap((/** @type {any} */ result) => {
    const failed = readAssertions(result, root, ({ status }) => status === "failed");
    if (failed.length > 0 || result.status !== "failed") return failed;
    return [{ file: relative(root, result.name), name: "", reason: firstLine(result.message) }];
  });
}

/**
 * Tests that passed when they ran again; Vitest keeps the messages of the first run.
 * @param {any} report of Vitest's JSON reporter
 * @param {string} root base folder for file names
 * @returns {Failure[]}
 */
export function readVitestFlaky({ testResults }, root) {
  return testResults.flatMap((/** @type {any} */ result) =>
    readAssertions(
      result,
      root,
      ({ status, failureMessages }) => status === "passed" && failureMessages.length > 0,
    ),
  );
}

/**
 * @param {any} result of a file
 * @param {string} root
 * @param {(assertion: any) => boolean} isListed
 * @returns {Failure[]}
 */
function readAssertions({ name, assertionResults }, root, isListed) {
  return assertionResults.filter(isListed).map((/** @type {any} */ { fullName, failureMessages }) => ({
    file: relative(root, name),
    name: fullName,
    reason: firstLine(failureMessages[0]),
  }));
}

/**
 * @param {any} report of Playwright's JSON reporter
 * @returns {Failure[]}
 */
export function readPlaywrightFailures({ suites, errors }) {
  const outside = errors.map((/** @type {any} */ error) => ({
    file: error.location?.file ?? "",
    name: "",
    reason: firstLine(error.message),
  }));
  return [...outside, ...readSpecs(suites, ({ ok }) => !ok)];
}

/**
 * Tests that passed when they ran again.
 * @param {any} report of Playwright's JSON reporter
 * @returns {Failure[]}
 */
export function readPlaywrightFlaky({ suites }) {
  return readSpecs(suites, ({ tests }) => tests.some((/** @type {any} */ { status }) => status === "flaky"));
}

/**
 * @param {any[]} suites files, or groups in them
 * @param {(spec: any) => boolean} isListed
 * @returns {Failure[]}
 */
function readSpecs(suites, isListed) {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.filter(isListed).map(readSpec),
    ...readSpecs(inner, isListed),
  ]);
}

/**
 * @param {any} spec
 * @returns {Failure}
 */
function readSpec({ file, line, title, tests }) {
  const results = tests.flatMap((/** @type {any} */ test) => test.results);
  const error = results.map((/** @type {any} */ result) => result.error).find(Boolean);
  const page = results.flatMap((/** @type {any} */ result) => readPageText(result));
  const log = results.flatMap((/** @type {any} */ result) => readLog(result));
  return {
    file: `${file}:${error?.location?.line ?? line}`,
    name: title,
    reason: fullReason(error),
    ...(page.length > 0 && { page }),
    ...(log.length > 0 && { log }),
  };
}

/**
 * @param {any} result one run of a test
 * @returns {string[]}
 */
function readPageText({ attachments = [] }) {
  const context = attachments.find((/** @type {any} */ each) => each.name === "error-context");
  return context ? extractPageText(readFileSync(context.path, "utf8")) : [];
}

/**
 * @param {any} result one run of a test
 * @returns {string[]}
 */
function readLog({ attachments = [] }) {
  const log = attachments.find((/** @type {any} */ each) => each.name === "log");
  return log ? Buffer.from(log.body, "base64").toString().trimEnd().split("\n") : [];
}

/**
 * The failed expectation with its locator and what was found, on one line.
 * @param {{ message?: string } | undefined} error
 */
function fullReason(error) {
  const [summary = ""] = stripVTControlCharacters(error?.message ?? "").split("Call log:");
  const lines = summary.split("\n").map((line) => line.trim().replace(/\s+/g, " "));
  return lines.filter(Boolean).slice(0, maxReasonLines).join("; ");
}

/** @param {string | undefined} message */
function firstLine(message) {
  return stripVTControlCharacters(message ?? "")
    .trim()
    .split("\n")[0];
}

/**
 * @param {Failure[]} failures
 * @returns {string} a line per failure, followed by the reason and the ends of the page's text and the log
 */
export function formatFailures(failures) {
  return failures
    .flatMap(({ file, name, reason, page = [], log = [] }) => [
      `✗ ${[file, name].filter(Boolean).join(" › ")}`,
      ...(reason ? [`  ${reason}`] : []),
      ...(page.length > 0 ? ["  On the page:"] : []),
      ...page.slice(-maxPageLines).map((line) => `    ${line}`),
      ...(log.length > 0 ? ["  In the log:"] : []),
      ...log.slice(-maxLogLines).map((line) => `    ${line}`),
    ])
    .join("\n");
}
