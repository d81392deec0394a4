import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";

/** Vitest's own waits time out after a second by default, which is too short on a busy computer. */
const waits = new Set(["vi.waitFor", "vi.waitUntil", "expect.poll"]);

/** Files with waits of another library, and the wrapper of these waits. */
const excluded = [
  "test/e2e/**",
  "test/window/**",
  "test/packaged/**",
  "test/support/electron.ts",
  "test/support/window.ts",
  "test/support/until.ts",
];

/** Lines with a wait that has no timeout. */
function waitsWithoutTimeout(text: string): string[] {
  const file = ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && waits.has(node.expression.getText()) && !hasTimeout(node))
      found.push(`line ${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function hasTimeout({ arguments: [, options] }: ts.CallExpression): boolean {
  return options !== undefined && /\btimeout\b/.test(options.getText());
}

it.each([
  ["vi.waitUntil(isDone);", 1],
  ["vi.waitUntil(isDone, { interval: 5 });", 1],
  ["await expect.poll(() => look({ timeout: 5 })).toBe(1);", 1],
  ["vi.waitFor(() => expect(a).toBe(1), { timeout: 10_000 });\nvi.waitUntil(isDone, { timeout });", 0],
  ["await until(isDone);", 0],
])("a wait without a timeout is found in %j", (text, count) => {
  expect(waitsWithoutTimeout(text)).toHaveLength(count);
});

it("a wait has a timeout or is one of test/support/until.ts", () => {
  const files = globSync("test/**/*.{ts,tsx}", { exclude: excluded });
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    waitsWithoutTimeout(readFileSync(file, "utf8")).map((line) => `${file}, ${line}`),
  );
  expect(found).toEqual([]);
});
