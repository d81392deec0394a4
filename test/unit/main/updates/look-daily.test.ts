import { beforeEach, describe, expect, it } from "vitest";
import { dayMs } from "../../../../src/main/updates/check-times.js";
import { createDailyCheck } from "../../../../src/main/updates/look-daily.js";
import type { UpdateState } from "../../../../src/shared/updates.js";

let isWanted: boolean;
let nowMs: number;
let lastMs: number | null;
let checks: number;
let state: UpdateState;
let told: string[];
let look: () => Promise<void>;

beforeEach(() => {
  isWanted = true;
  nowMs = 10 * dayMs;
  lastMs = null;
  checks = 0;
  state = { state: "none", checkedAtMs: 0 };
  told = [];
  look = createDailyCheck({
    updates: {
      check: async () => void checks++,
      get state() {
        return state;
      },
    },
    isEnabled: () => isWanted,
    lastCheckMs: () => lastMs,
    saveCheckTime: (atMs) => {
      lastMs = atMs;
    },
    nowMs: () => nowMs,
    notify: (version) => void told.push(version),
  });
});

describe("looking for updates once a day", () => {
  it("never happens where it is not wanted", async () => {
    isWanted = false;
    await look();
    expect([checks, lastMs]).toEqual([0, null]);
  });

  it("happens once, however often it could", async () => {
    for (let hour = 0; hour < 24; hour++) {
      await look();
      nowMs += dayMs / 24;
    }
    expect(checks).toBe(1);
    await look();
    expect(checks).toBe(2);
  });

  it("tells of a version once", async () => {
    state = { state: "available", offer: { version: "2.0.0", notes: null, manualDownloadUrl: null } };
    await look();
    nowMs += dayMs;
    await look();
    expect(told).toEqual(["2.0.0"]);
  });

  it("tells of no failure: nobody is waiting for it", async () => {
    state = { state: "failed", step: "check", reason: "unreachable", offer: null };
    await look();
    expect(told).toEqual([]);
  });
});
