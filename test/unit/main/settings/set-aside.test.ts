import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setAsideIfDamaged } from "../../../../src/main/settings/set-aside.js";

const now = new Date("2026-01-02T03:04:05.006Z");
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tidemark-settings-"));
  file = join(folder, "settings.json");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(["{ not json", "", "null", "[1]", "\0\0\0"])(
  "a damaged settings file is moved aside with its content: %j",
  (damaged) => {
    writeFileSync(file, damaged);
    const aside = setAsideIfDamaged(file, now);
    expect(aside).toBe(`${file}.damaged-2026-01-02T03-04-05.006Z`);
    expect(readFileSync(aside ?? "", "utf8")).toBe(damaged);
    expect(existsSync(file)).toBe(false);
  },
);

test("a valid or missing settings file is left alone", () => {
  expect(setAsideIfDamaged(file, now)).toBeNull();
  writeFileSync(file, '{"theme":"dark"}');
  expect(setAsideIfDamaged(file, now)).toBeNull();
  expect(existsSync(file)).toBe(true);
});
