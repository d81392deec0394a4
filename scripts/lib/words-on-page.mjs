/** What there was to read on a page, out of the account that Playwright keeps of a failed test. */

const snapshot = /^# Page snapshot\n+```yaml\n(.*?)\n```/ms;
/** An element that holds others and says nothing itself: `- generic [ref=e4]:`. */
const isMere = /^- [a-z]+(?: \[[^\]]*\])*:?$/;
const noise = / \[(?:ref=[^\]]*|cursor=pointer)\]/g;

/**
 * @param {string} context the Markdown of its `error-context.md`
 * @returns {string[]} a line for each element with words, from top to bottom; none where no page was open
 */
export function wordsOnPage(context) {
  const tree = snapshot.exec(context)?.[1] ?? "";
  const lines = tree.split("\n").map((line) => line.trim().replace(noise, ""));
  return lines.filter((line) => line.startsWith("- ") && !isMere.test(line)).map((line) => line.slice(2));
}
