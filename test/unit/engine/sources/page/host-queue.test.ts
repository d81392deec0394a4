import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hostQueue,
  nextPauseMs,
  type VisitReport,
} from "../../../../../src/main/engine/sources/page/host-queue.js";

/** A fake clock that advances whenever all tasks sleep. */
function fakeClock() {
  let nowMs = 0;
  const sleeping: { atMs: number; wake: () => void }[] = [];
  return {
    now: () => nowMs,
    sleep: (ms: number) => new Promise<void>((wake) => void sleeping.push({ atMs: nowMs + ms, wake })),
    /** Advances the time until `ended` returns true. */
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

interface VisitTime {
  readonly host: string;
  readonly fromMs: number;
  readonly toMs: number;
}

const signal = new AbortController().signal;
const success = { isFailure: false, retryAfterSeconds: null } as const;

describe("visits to shops", () => {
  it.each([
    ["2 s ago waits for the rest of the pause", 2_000, 3_000],
    ["an hour ago does not wait", 3_600_000, 0],
    ["in the future, by a clock that was set back, waits for one pause", -3_600_000, 5_000],
  ])("the first visit after one of an earlier process %s", async (_when, agoMs, waitMs) => {
    const clock = fakeClock();
    const queue = hostQueue({ ...clock, random: () => 0, lastVisitAgoMs: () => agoMs });
    let visitedMs: number | null = null;
    void queue.visit("shop", { maxWaitMs: 30_000, signal }, async () => {
      visitedMs = clock.now();
      return { ...success, result: null };
    });
    await clock.run(() => visitedMs !== null);
    expect(visitedMs).toBe(waitMs);
  });

  it("visits are one at a time and five seconds apart per host, and at most six at once in total", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ host: fc.integer({ min: 0, max: 9 }), ms: fc.integer({ min: 1, max: 20_000 }) }),
          { minLength: 1, maxLength: 40 },
        ),
        async (requests) => {
          const clock = fakeClock();
          const queue = hostQueue({ ...clock, random: () => 0.5 });
          const visitTimes: VisitTime[] = [];
          let active = 0;
          let maxActive = 0;
          const visits = requests.map(({ host, ms }) =>
            queue.visit(`shop-${host}`, { maxWaitMs: 1e9, signal }, async () => {
              const fromMs = clock.now();
              maxActive = Math.max(maxActive, ++active);
              await clock.sleep(ms);
              active--;
              visitTimes.push({ host: `shop-${host}`, fromMs, toMs: clock.now() });
              return { ...success, result: null };
            }),
          );
          let isOver = false;
          void Promise.all(visits).then(() => {
            isOver = true;
          });
          await clock.run(() => isOver);
          expect(visitTimes).toHaveLength(requests.length);
          expect(maxActive).toBeLessThanOrEqual(6);
          for (const host of new Set(visitTimes.map((visitTime) => visitTime.host))) {
            const own = visitTimes
              .filter((visitTime) => visitTime.host === host)
              .sort((a, b) => a.fromMs - b.fromMs);
            own.forEach((visitTime, i) => {
              const before = own[i - 1];
              if (before !== undefined) expect(visitTime.fromMs - before.toMs).toBeGreaterThanOrEqual(5_000);
            });
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it("a pause is a whole number of milliseconds, however long it is", async () => {
    const property = fc.asyncProperty(
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (random) => {
        const queue = hostQueue({ ...fakeClock(), random: () => random });
        const visit = () =>
          queue.visit("shop", { maxWaitMs: 0, signal }, async () => ({ ...success, result: null }));
        await visit();
        const paused = await visit();
        expect(paused).toMatchObject({ kind: "paused", waitMs: Math.ceil(5_000 * (1 + 0.4 * random)) });
      },
    );
    await fc.assert(property);
  });

  it("visits are delayed by Retry-After, and paused if the delay exceeds their maximum wait", async () => {
    const clock = fakeClock();
    const queue = hostQueue({ ...clock, random: () => 0 });
    const visit = (outcome: Omit<VisitReport<string>, "result">, maxWaitMs = 60_000) =>
      queue.visit("shop", { maxWaitMs, signal }, async () => ({ ...outcome, result: "here" }));
    expect(await visit({ isFailure: true, retryAfterSeconds: 120 })).toMatchObject({ kind: "done" });
    expect(await visit(success)).toEqual({ kind: "paused", waitMs: 120_000, isRequested: true });
    expect(await visit(success, 0)).toMatchObject({ kind: "paused" });
    let late: unknown = null;
    void visit(success, 200_000).then((turn) => {
      late = turn;
    });
    await clock.run(() => late !== null);
    expect(late).toEqual({ kind: "done", result: "here" });
    expect(clock.now()).toBe(120_000);
  });

  it("a pause is requested by the shop only if it sent Retry-After", async () => {
    const clock = fakeClock();
    const queue = hostQueue({ ...clock, random: () => 0 });
    const visit = (report: Omit<VisitReport<null>, "result">) =>
      queue.visit("shop", { maxWaitMs: 0, signal }, async () => ({ ...report, result: null }));
    await visit({ isFailure: true, retryAfterSeconds: null });
    expect(await visit(success)).toEqual({ kind: "paused", waitMs: 10_000, isRequested: false });
    const cancelled = AbortSignal.abort();
    const late = queue.visit("shop", { maxWaitMs: 1e9, signal: cancelled }, () => Promise.reject());
    expect(await late).toMatchObject({ kind: "paused", isRequested: false });
  });

  it("a visit that the user waits for goes before checks in line, and one that waits for the end of the pause", async () => {
    const clock = fakeClock();
    const queue = hostQueue({ ...clock, random: () => 0, lastVisitAgoMs: () => 0 });
    const visited: [name: string, atMs: number][] = [];
    const visit = (name: string, isUrgent: boolean) =>
      queue.visit("shop", { maxWaitMs: 1e9, signal, isUrgent }, async () => {
        visited.push([name, clock.now()]);
        return { ...success, result: null };
      });
    const visits = [
      visit("check 1", false),
      visit("check 2", false),
      visit("link 1", true),
      visit("link 2", true),
    ];
    let isOver = false;
    void Promise.all(visits).then(() => {
      isOver = true;
    });
    await clock.run(() => isOver);
    expect(visited).toEqual([
      ["link 1", 5_000],
      ["link 2", 10_000],
      ["check 1", 15_000],
      ["check 2", 20_000],
    ]);
  });

  it("a visit that the user waits for does not wait for six slow shops in the background", async () => {
    const clock = fakeClock();
    const queue = hostQueue({ ...clock, random: () => 0 });
    let isRead = false;
    const visit = (host: string, isUrgent: boolean, work: () => Promise<unknown>) =>
      void queue.visit(host, { maxWaitMs: 1e9, signal, isUrgent }, async () => ({
        ...success,
        result: await work(),
      }));
    for (const host of ["a", "b", "c", "d", "e", "f"]) visit(host, false, () => new Promise(() => undefined));
    visit("g", true, async () => {
      isRead = true;
    });
    await clock.run(() => isRead);
    expect(isRead).toBe(true);
  });

  it("a visit that the user waits for does not wait for one of the same shop that waits for its slot", async () => {
    const clock = fakeClock();
    const queue = hostQueue({ ...clock, random: () => 0 });
    const visited: string[] = [];
    const ends: (() => void)[] = [];
    const visit = (host: string, name: string, isUrgent: boolean, work: () => Promise<void>) =>
      queue.visit(host, { maxWaitMs: 1e9, signal, isUrgent }, async () => {
        visited.push(name);
        return { ...success, result: await work() };
      });
    const slow = () => new Promise<void>((resolve) => ends.push(resolve));
    for (const host of ["a", "b", "c", "d", "e", "f"]) void visit(host, host, false, slow);
    const check = visit("shop", "check", false, async () => undefined);
    await clock.run(() => visited.length === 6);
    let isRead = false;
    void visit("shop", "link", true, async () => {
      isRead = true;
    });
    await clock.run(() => isRead);
    expect(visited.at(-1)).toBe("link");
    let isChecked = false;
    void check.then(() => {
      isChecked = true;
    });
    ends[0]?.();
    await clock.run(() => isChecked);
    expect(visited.at(-1)).toBe("check");
    expect(clock.now()).toBe(5_000);
  });

  it("visits cause no delay if the shop did not notice them", async () => {
    const clock = fakeClock();
    const queue = hostQueue({ ...clock, random: () => 0 });
    const visit = (wasNotSent: boolean) =>
      queue.visit("shop", { maxWaitMs: 0, signal }, async () => ({
        ...success,
        isFailure: true,
        wasNotSent,
        result: 1,
      }));
    expect(await visit(true)).toMatchObject({ kind: "done" });
    expect(await visit(true)).toMatchObject({ kind: "done" });
    expect(await visit(false)).toMatchObject({ kind: "done" });
    expect(await visit(false)).toMatchObject({ kind: "paused" });
  });

  it("visits continue after one that throws", async () => {
    const clock = fakeClock();
    const queue = hostQueue({ ...clock, random: () => 0 });
    const failing = queue.visit("shop", { maxWaitMs: 1e9, signal }, () => Promise.reject(new Error("bug")));
    await expect(failing).rejects.toThrow("bug");
    let turn: unknown = null;
    void queue
      .visit("shop", { maxWaitMs: 1e9, signal }, async () => ({ ...success, result: 1 }))
      .then((each) => {
        turn = each;
      });
    await clock.run(() => turn !== null);
    expect(turn).toEqual({ kind: "done", result: 1 });
  });
});

it("the pause is five to seven seconds, doubles per failure up to 15 minutes, and follows Retry-After up to six hours", () => {
  expect([nextPauseMs(0, null, 0), nextPauseMs(0, null, 1)]).toEqual([5_000, 7_000]);
  expect([1, 2, 3].map((failures) => nextPauseMs(failures, null, 0))).toEqual([10_000, 20_000, 40_000]);
  expect(nextPauseMs(50, null, 1)).toBe(15 * 60_000);
  expect(nextPauseMs(0, 3_600, 0)).toBe(3_600_000);
  expect(nextPauseMs(0, 1e9, 0)).toBe(6 * 3_600_000);
});
