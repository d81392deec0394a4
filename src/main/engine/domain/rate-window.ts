import { HOUR_MS, MINUTE_MS } from "../../../shared/time.js";

/**
 * The exact rolling hour (contract §8) as a ring of `limit` slots with the times of the last counted requests. `head`
 * counts all requests ever made and `tail` those that have aged out, so slot `n % limit` holds request `n` and the
 * window holds `head - tail` requests. Nothing is ever deleted or scanned.
 */
export interface RateRing {
  readonly head: number;
  readonly tail: number;
  /** Time of the newest counted request; 0 before the first. */
  readonly lastAtMs: number;
}

export const emptyRing: RateRing = { head: 0, tail: 0, lastAtMs: 0 };

/** Returns the time stored in a slot. */
export type SlotReader = (slot: number) => number;

export interface RateWindow {
  readonly ring: RateRing;
  /** Time at which the window is read; never before the newest request. */
  readonly atMs: number;
  readonly used: number;
  /** Seconds, rounded up, until the oldest request ages out, at most an hour; 0 for an empty window. */
  readonly resetSeconds: number;
  /** How far the clock was set back since the newest request. All slots must move back by as much. */
  readonly setBackMs: number;
}

/** Smaller steps back are network time corrections, which the window waits out. */
const maxClockCorrectionMs = MINUTE_MS;

/**
 * The window at `nowMs`: requests an hour old or older age out. If the clock was set back, the stored times move back
 * with it, so that no client waits longer than an hour or gains extra requests.
 */
export function readRateWindow(ring: RateRing, limit: number, nowMs: number, slotAt: SlotReader): RateWindow {
  const behindMs = Math.max(0, ring.lastAtMs - nowMs);
  const setBackMs = behindMs > maxClockCorrectionMs ? behindMs : 0;
  const lastAtMs = ring.lastAtMs - setBackMs;
  const atMs = Math.max(nowMs, lastAtMs);
  let tail = ring.tail;
  let oldestMs = 0;
  while (tail < ring.head) {
    oldestMs = slotAt(tail % limit) - setBackMs;
    if (oldestMs > atMs - HOUR_MS) break;
    tail++;
  }
  const used = ring.head - tail;
  const waitMs = Math.min(HOUR_MS, oldestMs + HOUR_MS - nowMs);
  return {
    ring: { head: ring.head, tail, lastAtMs },
    atMs,
    used,
    resetSeconds: used === 0 ? 0 : Math.max(1, Math.ceil(waitMs / 1_000)),
    setBackMs,
  };
}

/** The ring after one more counted request, and the slot to write `window.atMs` into. */
export function countRequest(window: RateWindow, limit: number): { ring: RateRing; slot: number } {
  return {
    ring: { head: window.ring.head + 1, tail: window.ring.tail, lastAtMs: window.atMs },
    slot: window.ring.head % limit,
  };
}
