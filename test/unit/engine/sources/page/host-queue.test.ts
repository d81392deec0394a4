import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hostQueue,
  nextPauseMs,
  type VisitReport,
} from "../../../../../src/main/engine/sources/page/host-queue.js";

/** A clock that goes on when everybody sleeps. */
function sleepers() {
  let nowMs = 0;
  const sleeping: { atMs: number; wake: () => void }[] = [];
  return {
    now: () => nowMs,
    sleep: (ms: number) => new Promise<void>((wake) => void sleeping.push({ atMs: nowMs + ms, wake })),
    /** Lets time pass until nothing is left to do. */
    run: async (ended: () => boolean) => {
      for (let turn = 0; !ended() && turn < 100_000; turn++) {
        for (let i = 0; i < 10; i++) await Promise.resolve();
        const next = sleeping.sort((a, b) => a.atMs - b.atMs).shift();
        if (next === undefined) continue;
        nowMs = Math.max(nowMs, next.atMs);
        next.wake();
      }
    },
  };
}

interface Stay {
  readonly host: string;
  readonly fromMs: number;
  readonly toMs: number;
}

const signal = new AbortController().signal;
const good = { isFailure: false, retryAfterSeconds: null } as const;

describe("visits to shops", () => {
  it("are one at a time and five seconds apart for each, and a few at once in all", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ host: fc.integer({ min: 0, max: 9 }), ms: fc.integer({ min: 1, max: 20_000 }) }),
          { minLength: 1, maxLength: 40 },
        ),
        async (wishes) => {
          const world = sleepers();
          const queue = hostQueue({ ...world, random: () => 0.5 });
          const stays: Stay[] = [];
          let underWay = 0;
          let most = 0;
          const visits = wishes.map(({ host, ms }) =>
            queue.visit(`shop-${host}`, { maxWaitMs: 1e9, signal }, async () => {
              const fromMs = world.now();
              most = Math.max(most, ++underWay);
              await world.sleep(ms);
              underWay--;
              stays.push({ host: `shop-${host}`, fromMs, toMs: world.now() });
              return { ...good, result: null };
            }),
          );
          let isOver = false;
          void Promise.all(visits).then(() => {
            isOver = true;
          });
          await world.run(() => isOver);
          expect(stays).toHaveLength(wishes.length);
          expect(most).toBeLessThanOrEqual(6);
          for (const host of new Set(stays.map((stay) => stay.host))) {
            const own = stays.filter((stay) => stay.host === host).sort((a, b) => a.fromMs - b.fromMs);
            own.forEach((stay, i) => {
              const before = own[i - 1];
              if (before !== undefined) expect(stay.fromMs - before.toMs).toBeGreaterThanOrEqual(5_000);
            });
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it("are put off by what the shop asks for, and by failures, and not waited for too long", async () => {
    const world = sleepers();
    const queue = hostQueue({ ...world, random: () => 0 });
    const visit = (outcome: Omit<VisitReport<string>, "result">, maxWaitMs = 60_000) =>
      queue.visit("shop", { maxWaitMs, signal }, async () => ({ ...outcome, result: "here" }));
    expect(await visit({ isFailure: true, retryAfterSeconds: 120 })).toMatchObject({ kind: "done" });
    expect(await visit(good)).toEqual({ kind: "paused", waitMs: 120_000 });
    expect(await visit(good, 0)).toMatchObject({ kind: "paused" });
    let late: unknown = null;
    void visit(good, 200_000).then((turn) => {
      late = turn;
    });
    await world.run(() => late !== null);
    expect(late).toEqual({ kind: "done", result: "here" });
    expect(world.now()).toBe(120_000);
  });

  it("that did not take place put nothing off", async () => {
    const world = sleepers();
    const queue = hostQueue({ ...world, random: () => 0 });
    const visit = (wasNotSent: boolean) =>
      queue.visit("shop", { maxWaitMs: 0, signal }, async () => ({
        ...good,
        isFailure: true,
        wasNotSent,
        result: 1,
      }));
    expect(await visit(true)).toMatchObject({ kind: "done" });
    expect(await visit(true)).toMatchObject({ kind: "done" });
    expect(await visit(false)).toMatchObject({ kind: "done" });
    expect(await visit(false)).toMatchObject({ kind: "paused" });
  });

  it("go on after one that threw", async () => {
    const world = sleepers();
    const queue = hostQueue({ ...world, random: () => 0 });
    const failing = queue.visit("shop", { maxWaitMs: 1e9, signal }, () => Promise.reject(new Error("bug")));
    await expect(failing).rejects.toThrow("bug");
    let turn: unknown = null;
    void queue
      .visit("shop", { maxWaitMs: 1e9, signal }, async () => ({ ...good, result: 1 }))
      .then((each) => {
        turn = each;
      });
    await world.run(() => turn !== null);
    expect(turn).toEqual({ kind: "done", result: 1 });
  });
});

describe("the pause after a visit", () => {
  it("is five to seven seconds, doubles with each failure up to a quarter of an hour, and never less than asked for", () => {
    expect([nextPauseMs(0, null, 0), nextPauseMs(0, null, 1)]).toEqual([5_000, 7_000]);
    expect([1, 2, 3].map((failures) => nextPauseMs(failures, null, 0))).toEqual([10_000, 20_000, 40_000]);
    expect(nextPauseMs(50, null, 1)).toBe(15 * 60_000);
    expect(nextPauseMs(0, 3_600, 0)).toBe(3_600_000);
    expect(nextPauseMs(0, 1e9, 0)).toBe(6 * 3_600_000);
  });
});
