import { expect, it } from "vitest";
import { backupAge } from "../../../../../src/renderer/features/settings/data-sections.js";
import type { KnownBackup } from "../../../../../src/shared/data/job.js";
import { DAY_MS } from "../../../../../src/shared/time.js";

const nowMs = Date.UTC(2026, 10, 21);

function copy(origin: KnownBackup["origin"], days: number): KnownBackup {
  return { id: `${origin} ${days}`, origin, path: "/copy", bytes: 1, modifiedMs: nowMs - days * DAY_MS };
}

it.each([
  ["takes the newest", [copy("automatic", 5), copy("by-hand", 2)], "Last backup 2 days ago.", false],
  [
    "suggests a new one after a month",
    [copy("automatic", 31)],
    "Last backup Oct 21, 2026. Make a new one",
    true,
  ],
  ["suggests the first one", [], "No backup yet.", true],
  ["ignores what a restore put aside", [copy("before-restore", 1)], "No backup yet.", true],
])("the age of the last backup %s", (_title, copies, text, isDue) => {
  const age = backupAge(copies, nowMs);
  expect(age.text).toContain(text);
  expect(age.isDue).toBe(isDue);
});
