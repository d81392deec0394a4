import { afterEach, expect, it, vi } from "vitest";
import { formatTable, formatTime, printResults } from "../../../../src/main/engine/cli/output.js";
import { quietMs } from "../../../../src/main/engine/cli/progress.js";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("a table aligns its columns and removes what controls the terminal", () => {
  const rows = [
    ["title", "price"],
    ["Trail\u001b[2J\nLantern", "49.99 USD"],
    ["", "5.00 USD"],
  ];
  expect(formatTable(rows).split("\n")).toEqual([
    "title          price",
    "Trail Lantern  49.99 USD",
    "               5.00 USD",
  ]);
});

it("a time in a table is the computer's", () => {
  expect(formatTime("2026-11-21T23:44:59.500Z", "Europe/Berlin")).toBe("2026-11-22 00:44");
  expect(formatTime("2026-11-21T23:44:59.500Z", "UTC")).toBe("2026-11-21 23:44");
  expect(formatTime(null)).toBe("");
});

/** Prints results that come at these times, and collects what is printed until each. */
async function printAt(results: readonly (readonly [ms: number, text: string])[]): Promise<string[]> {
  vi.useFakeTimers();
  let printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const seen: string[] = [];
  const settle = async function* () {
    let nowMs = 0;
    for (const [ms, text] of results) {
      await vi.advanceTimersByTimeAsync(ms - nowMs);
      nowMs = ms;
      seen.push(printed);
      yield text;
    }
  };
  await printResults(settle(), { name: (text: string) => text, length: ({ length }) => String(length) }, {});
  return [...seen, printed];
}

it("a short command prints one aligned table at its end", async () => {
  expect(
    await printAt([
      [0, "a"],
      [quietMs - 1, "lantern"],
    ]),
  ).toEqual(["", "", "name     length\na        1\nlantern  7\n"]);
});

it("a long command prints the rows that are settled, then each as it comes, below wide enough headings", async () => {
  const heading = "name      length\n";
  expect(
    await printAt([
      [10, "lamp"],
      [quietMs + 1, "a"],
      [quietMs + 2, "lantern"],
    ]),
  ).toEqual([
    "",
    `${heading}lamp      4\n`,
    `${heading}lamp      4\na         1\n`,
    `${heading}lamp      4\na         1\nlantern   7\n`,
  ]);
});

it("a table without rows prints nothing, however long it takes", async () => {
  expect(await printAt([])).toEqual([""]);
  expect(await printAt([[3 * quietMs, "a"]])).toEqual(["", "name  length\na     1\n"]);
});
