import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setupLog } from "../../../../src/main/launch/log.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tidemark-log-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function logged(): string {
  return readFileSync(join(folder, "main.log"), "utf8");
}

test("writes dated lines", () => {
  setupLog(folder)("The engine ended: exit code 1");
  expect(logged()).toMatch(/^\d{4}-\d\d-\d\dT\S+Z The engine ended: exit code 1\n$/);
});

test("never writes a secret", () => {
  setupLog(folder)(`key ss_live_${"a1B2".repeat(8)} and whsec_c2VjcmV0L3NlY3JldA==`);
  expect(logged()).toContain("key ss_live_… and whsec_…\n");
});

test("turns over instead of growing for ever", () => {
  writeFileSync(join(folder, "main.log"), "x".repeat(600_000));
  setupLog(folder)("new");
  expect(logged()).toMatch(/Z new\n$/);
  expect(existsSync(join(folder, "main.log.1"))).toBe(true);
});

test("a folder that cannot be written to is no reason to fail", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(() => setupLog(join(file, "logs"))("lost")).not.toThrow();
});
