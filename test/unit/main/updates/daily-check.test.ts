import { beforeEach, expect, it } from "vitest";
import { defaultSettings, visibleSettings } from "../../../../src/main/settings/app-settings.js";
import { createDailyCheck } from "../../../../src/main/updates/setup-updates.js";
import { DAY_MS } from "../../../../src/shared/time.js";
import type { UpdateState } from "../../../../src/shared/updates.js";

let isWanted: boolean;
let lastMs: number | null;
let nowMs: number;
let checks: number;
let state: UpdateState;
let reported: string[];
let runCheck: () => Promise<void>;

beforeEach(() => {
  isWanted = true;
  lastMs = null;
  nowMs = 10 * DAY_MS;
  checks = 0;
  state = { state: "none", checkedAtMs: 0 };
  reported = [];
  const updates = {
    check: async () => void checks++,
    get state() {
      return state;
    },
  };
  const settings = {
    get: () => ({ ...visibleSettings(defaultSettings), checkForUpdates: isWanted }),
    lastUpdateCheckMs: () => lastMs,
    saveUpdateCheckTime: (atMs: number) => {
      lastMs = atMs;
    },
  };
  runCheck = createDailyCheck(
    updates,
    settings,
    (version) => void reported.push(version),
    () => nowMs,
  );
});

it("the daily check does not run when it is turned off", async () => {
  isWanted = false;
  await runCheck();
  expect([checks, lastMs]).toEqual([0, null]);
});

it("the daily check runs once a day, however often it is triggered", async () => {
  for (let hour = 0; hour < 24; hour++) {
    await runCheck();
    nowMs += DAY_MS / 24;
  }
  expect(checks).toBe(1);
  await runCheck();
  expect(checks).toBe(2);
});

it("the daily check reports a version once", async () => {
  state = { state: "available", offer: { version: "2.0.0", notes: null, manualDownloadUrl: null } };
  await runCheck();
  nowMs += DAY_MS;
  await runCheck();
  expect(reported).toEqual(["2.0.0"]);
});

it("the daily check reports no failure, because the user is not waiting for it", async () => {
  state = { state: "failed", step: "check", reason: "unreachable", offer: null };
  await runCheck();
  expect(reported).toEqual([]);
});
