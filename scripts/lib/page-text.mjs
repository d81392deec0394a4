/** Extracts the visible text of a page from Playwright's report about a failed test. */

/** Playwright writes it with or without a heading. */
const snapshotPattern = /^```yaml\n(.*?)\n```/ms;
/** An element without a name or text of its own: `- generic [ref=e4]:`. */
const bareElementPattern = /^- [a-z]+(?: \[[^\]]*\])*:?$/;
const referencePattern = / \[(?:ref=[^\]]*|cursor=pointer)\]/g;

/**
 * @param {string} context the Markdown of its `error-context.md`
 * @returns {string[]} one line per element with text, from top to bottom; empty if no page was open
 */
export function extractPageText(context) {
  const tree = snapshotPattern.exec(context)?.[1] ?? "";
  const lines = tree.split("\n").map((line) => line.trim().replace(referencePattern, ""));
  return lines
    .filter((line) => line.startsWith("- ") && !bareElementPattern.test(line))
    .map((line) => line.slice(2));
}
