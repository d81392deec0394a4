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

function readLog(): string {
  return readFileSync(join(folder, "main.log"), "utf8");
}

test("the log has dated lines", () => {
  setupLog(folder)("The engine ended: exit code 1");
  expect(readLog()).toMatch(/^\d{4}-\d\d-\d\dT\S+Z The engine ended: exit code 1\n$/);
});

test("the log contains no secrets", () => {
  setupLog(folder)(`key ss_live_${"a1B2".repeat(8)} and whsec_c2VjcmV0L3NlY3JldA==`);
  expect(readLog()).toContain("key ss_live_… and whsec_…\n");
});

test("the log is rotated when it has grown too large", () => {
  writeFileSync(join(folder, "main.log"), "x".repeat(600_000));
  setupLog(folder)("new");
  expect(readLog()).toMatch(/Z new\n$/);
  expect(existsSync(join(folder, "main.log.old"))).toBe(true);
});

test("the log does not fail in a folder that is not writable", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(() => setupLog(join(file, "logs"))("lost")).not.toThrow();
});
