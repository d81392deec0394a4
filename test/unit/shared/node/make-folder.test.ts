import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "../../../../src/shared/node/make-folder.js";
import { temporaryFolder } from "../../../support/folder.js";

it("makes a folder with those above it, and leaves one that exists", () => {
  const folder = join(temporaryFolder(), "a", "b");
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

it("makes no folder in place of a file, nor below one", () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  expect(() => makeFolder(file)).toThrow("EEXIST");
  expect(() => makeFolder(join(file, "folder"))).toThrow("EEXIST");
});

it.runIf(process.platform === "linux")("ends where the system makes no folders", () => {
  expect(() => makeFolder("/proc/tidemark/backups")).toThrow("ENOENT");
});
