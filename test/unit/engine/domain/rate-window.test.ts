import fc from "fast-check";
import { expect, it } from "vitest";
import {
  countRequest,
  emptyRing,
  type RateRing,
  readRateWindow,
} from "../../../../src/main/engine/domain/rate-window.js";
import { HOUR_MS, MINUTE_MS } from "../../../../src/shared/time.js";

/** A window with its slots, as the database stores them. */
class Ring {
  private state: RateRing = emptyRing;
  private slots: number[] = [];

  constructor(private readonly limit: number) {}

  read(nowMs: number) {
    return readRateWindow(this.state, this.limit, nowMs, (slot) => this.slots[slot] ?? 0);
  }

  /** Counts a request if the limit allows it. Returns the time at which it is counted, or null. */
  request(nowMs: number): number | null {
    const window = this.read(nowMs);
    this.slots = this.slots.map((at) => at - window.setBackMs);
    this.state = { ...this.state, lastAtMs: this.state.lastAtMs - window.setBackMs };
    if (window.used >= this.limit) return null;
    const { ring, slot } = countRequest(window, this.limit);
    this.slots[slot] = window.atMs;
    this.state = ring;
    return window.atMs;
  }
}

/** The same rule with a plain list of all counted times. */
class NaiveWindow {
  private counted: number[] = [];

  constructor(private readonly limit: number) {}

  request(nowMs: number): number | null {
    const behind = (this.counted.at(-1) ?? 0) - nowMs;
    if (behind > MINUTE_MS) this.counted = this.counted.map((each) => each - behind);
    const atMs = Math.max(this.counted.at(-1) ?? 0, nowMs);
    if (this.usedAt(atMs) >= this.limit) return null;
    this.counted.push(atMs);
    return atMs;
  }

  usedAt(atMs: number): number {
    return this.counted.filter((each) => each > atMs - HOUR_MS).length;
  }
}

const start = Date.UTC(2026, 10, 21);
/** Steps between requests: mostly forward, sometimes back as if the clock had been set. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 20 * MINUTE_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 * HOUR_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: -HOUR_MS, max: 0 }) },
  { weight: 1, arbitrary: fc.integer({ min: -3 * HOUR_MS, max: -HOUR_MS }) },
);
const steps = fc.array(step, { maxLength: 60 });
const limit = fc.integer({ min: 1, max: 8 });

function toTimes(list: readonly number[]): number[] {
  let now = start;
  return list.map((each) => {
    now += each;
    return now;
  });
}

it("the rolling hour counts like a list of all requests", () => {
  fc.assert(
    fc.property(limit, steps, (max, list) => {
      const ring = new Ring(max);
      const naive = new NaiveWindow(max);
      for (const now of toTimes(list)) expect(ring.request(now)).toBe(naive.request(now));
    }),
    { numRuns: 300 },
  );
});

it("the rolling hour reports after how many seconds the oldest request expires", () => {
  fc.assert(
    fc.property(limit, fc.array(fc.nat(20 * MINUTE_MS), { minLength: 1, maxLength: 20 }), (max, list) => {
      const ring = new Ring(max);
      const times = toTimes(list);
      for (const now of times) ring.request(now);
      const now = times.at(-1) ?? start;
      const { used, resetSeconds } = ring.read(now);
      expect(used).toBeGreaterThan(0);
      expect(ring.read(now + resetSeconds * 1_000).used).toBeLessThan(used);
      expect(ring.read(now + (resetSeconds - 1) * 1_000).used).toBe(used);
    }),
  );
});

it("the rolling hour is empty, with no time to wait, before the first request and an hour after the last", () => {
  const ring = new Ring(3);
  expect(ring.read(start)).toMatchObject({ used: 0, resetSeconds: 0 });
  ring.request(start);
  expect(ring.read(start + HOUR_MS - 1)).toMatchObject({ used: 1, resetSeconds: 1 });
  expect(ring.read(start + HOUR_MS)).toMatchObject({ used: 0, resetSeconds: 0 });
});

it("the rolling hour moves back with the clock, and never makes a client wait longer than an hour", () => {
  fc.assert(
    fc.property(limit, steps, fc.integer({ min: 0, max: 9 * 24 * HOUR_MS }), (max, list, back) => {
      const ring = new Ring(max);
      const times = toTimes(list);
      for (const now of times) {
        ring.request(now);
        expect(ring.read(now).resetSeconds).toBeLessThanOrEqual(3_600);
      }
      const now = times.at(-1) ?? start;
      const before = ring.read(now);
      ring.request(now - back);
      const after = ring.read(now - back);
      // The request itself counts, too, if the limit allowed it.
      expect(after.used).toBe(Math.min(max, before.used + 1));
      expect(ring.read(now - back + HOUR_MS + MINUTE_MS).used).toBe(0);
    }),
  );
});

it.each([
  ["waits for a clock that is a minute behind", MINUTE_MS, 1_860, start],
  ["moves back with a clock that is further behind", MINUTE_MS + 1, 1_800, start - MINUTE_MS - 1],
])("the rolling hour %s", (_case, behindMs, resetSeconds, countedMs) => {
  const ring = new Ring(3);
  ring.request(start - 30 * MINUTE_MS);
  ring.request(start);
  const now = start - behindMs;
  expect(ring.read(now).resetSeconds).toBe(resetSeconds);
  expect(ring.request(now)).toBe(countedMs);
});

it("the rolling hour moves on while the clock is behind and the limit is reached", () => {
  const ring = new Ring(1);
  ring.request(start);
  const back = start - 48 * HOUR_MS;
  expect(ring.request(back)).toBeNull();
  expect(ring.read(back).resetSeconds).toBe(3_600);
  expect(ring.request(back + HOUR_MS - 1)).toBeNull();
  expect(ring.request(back + HOUR_MS)).toBe(back + HOUR_MS);
});
