import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Vitest's own waits end after a second unless they are told: a busy computer takes longer than that. */
const waits = new Set(["vi.waitFor", "vi.waitUntil", "expect.poll"]);

/** Waits of another library, and what these waits are made of. */
const others = ["test/e2e/**", "test/support/electron.ts", "test/support/until.ts"];

/** Where a wait does not say how long it may last. */
function bareWaits(text: string): string[] {
  const file = ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && waits.has(node.expression.getText()) && !saysHowLong(node))
      found.push(`line ${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

function saysHowLong({ arguments: [, options] }: ts.CallExpression): boolean {
  return options !== undefined && /\btimeout\b/.test(options.getText());
}

describe("a wait in a test", () => {
  it.each([
    ["vi.waitUntil(isDone);", 1],
    ["vi.waitUntil(isDone, { interval: 5 });", 1],
    ["await expect.poll(() => look({ timeout: 5 })).toBe(1);", 1],
    ["vi.waitFor(() => expect(a).toBe(1), { timeout: 10_000 });\nvi.waitUntil(isDone, { timeout });", 0],
    ["await until(isDone);", 0],
  ])("without a time of its own is found in %j", (text, count) => {
    expect(bareWaits(text)).toHaveLength(count);
  });

  it("says how long it may last, or is one of test/support/until.ts", () => {
    const files = globSync("test/**/*.{ts,tsx}", { exclude: others });
    expect(files.length).toBeGreaterThan(300);
    const bare = files.flatMap((file) =>
      bareWaits(readFileSync(file, "utf8")).map((line) => `${file}, ${line}`),
    );
    expect(bare).toEqual([]);
  });
});
