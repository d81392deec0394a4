import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Files that Playwright runs, whose waits have its timeout, and the wrapper of Vitest's waits. */
const exclude = [
  "test/{e2e,window,packaged}/**",
  "test/support/{electron,until,window}.ts",
  "test/unit/waits-in-tests.test.ts",
];

it("tests wait with test/support/until.ts, because Vitest's own waits end after a second", () => {
  const files = globSync("test/**/*.{ts,tsx}", { exclude });
  expect(files.length).toBeGreaterThan(300);
  const waits = /\bvi\.wait(For|Until)\b|\bexpect\.poll\b/;
  expect(files.filter((file) => waits.test(readFileSync(file, "utf8")))).toEqual([]);
});
