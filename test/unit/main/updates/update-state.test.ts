import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextUpdateState, type UpdateEvent } from "../../../../src/main/updates/update-state.js";
import type { OfferedUpdate, UpdateState } from "../../../../src/shared/updates.js";

const offer: OfferedUpdate = { version: "2.0.0", notes: null, manualDownloadUrl: null };
const byHand: OfferedUpdate = { ...offer, manualDownloadUrl: "https://updates.example/" };

function stateAfter(events: readonly UpdateEvent[], from: UpdateState = { state: "idle" }): UpdateState {
  return events.reduce(nextUpdateState, from);
}

const ask: UpdateEvent = { kind: "check-requested" };
const found: UpdateEvent = { kind: "found", offer };
const download: UpdateEvent = { kind: "download-requested" };
const downloaded: UpdateEvent = { kind: "downloaded" };
const failed: UpdateEvent = { kind: "failed", reason: "unreachable" };
const cancelled: UpdateEvent = { kind: "cancelled" };
const progress: UpdateEvent = { kind: "progress", progress: { done: 1, total: 2 } };
const upToDate: UpdateEvent = { kind: "up-to-date", atMs: 5 };

describe("updates", () => {
  it("an update goes from the check through the offer and the download to being ready", () => {
    expect(stateAfter([ask])).toEqual({ state: "checking" });
    expect(stateAfter([ask, upToDate])).toEqual({ state: "none", checkedAtMs: 5 });
    expect(stateAfter([ask, found])).toEqual({ state: "available", offer });
    expect(stateAfter([ask, found, download])).toEqual({ state: "downloading", offer, progress: null });
    expect(stateAfter([ask, found, download, progress])).toMatchObject({ progress: { done: 1, total: 2 } });
    expect(stateAfter([ask, found, download, downloaded])).toEqual({ state: "ready", offer });
  });

  it("an update has the step at which it failed, and can be tried again", () => {
    expect(stateAfter([ask, failed])).toEqual({
      state: "failed",
      step: "check",
      reason: "unreachable",
      offer: null,
    });
    expect(stateAfter([ask, failed, ask])).toEqual({ state: "checking" });
    expect(stateAfter([ask, found, download, failed])).toMatchObject({ step: "download", offer });
    expect(stateAfter([ask, found, download, failed, download])).toMatchObject({ state: "downloading" });
    expect(stateAfter([ask, found, download, downloaded, failed])).toMatchObject({ step: "install", offer });
  });

  it("an update is still available after its download is cancelled", () => {
    expect(stateAfter([ask, found, download, cancelled])).toEqual({ state: "available", offer });
  });

  it("an update is not lost through another check while it is downloading or ready", () => {
    expect(stateAfter([ask, found, download, ask])).toMatchObject({ state: "downloading" });
    expect(stateAfter([ask, found, download, downloaded, ask])).toMatchObject({ state: "ready" });
  });
});

const anyEvent = fc.constantFrom<UpdateEvent>(
  ...[ask, found, { kind: "found", offer: byHand } as const, download, downloaded, failed, cancelled],
  ...[progress, upToDate],
);

function expectAllowed(before: UpdateState, event: UpdateEvent, now: UpdateState): void {
  if (now.state === "downloading" || now.state === "ready") expect(now.offer.manualDownloadUrl).toBeNull();
  if (now.state === before.state) return;
  if (now.state === "downloading") expect(event.kind).toBe("download-requested");
  if (now.state === "ready") expect(before.state).toBe("downloading");
}

describe("update states after any events", () => {
  it("the update state stays unavailable in a build without an address", () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        expect(stateAfter(events, { state: "unavailable" })).toEqual({ state: "unavailable" });
      }),
    );
  });

  it("the update state becomes downloading only on the user's request, and ready only after a download", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        events.reduce<UpdateState>(
          (before, event) => {
            const now = nextUpdateState(before, event);
            expectAllowed(before, event, now);
            return now;
          },
          { state: "idle" },
        );
      }),
    );
  });

  it("the update state allows another check unless it is checking, downloading or ready", () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const now = stateAfter(events);
        const isStuck = nextUpdateState(now, ask) === now;
        expect(isStuck).toBe(["checking", "downloading", "ready"].includes(now.state));
      }),
    );
  });
});
