import { HOUR_MS } from "./clock.js";

/**
 * The exact rolling hour of the contract's section 8, as a ring of `limit` slots that hold the instants of the
 * last counted requests. `head` counts requests ever made and `tail` those that have aged out, so slot `n % limit`
 * holds request `n` and the window holds `head - tail` of them. Nothing is ever deleted or scanned.
 */
export interface RateRing {
  readonly head: number;
  readonly tail: number;
  /** Instant of the newest counted request; 0 before the first. */
  readonly lastAtMs: number;
}

export const emptyRing: RateRing = { head: 0, tail: 0, lastAtMs: 0 };

/** Reads the instant in a slot. */
export type SlotReader = (slot: number) => number;

export interface RateWindow {
  readonly ring: RateRing;
  /** The instant the window is read at: never before the newest request (clocks step back a little). */
  readonly atMs: number;
  readonly used: number;
  /** Seconds, rounded up, until the oldest request ages out; 0 for an empty window. */
  readonly resetSeconds: number;
}

/** A clock that went back by more than the window leaves requests in the future: they tell nothing any more. */
function effectiveTime(ring: RateRing, nowMs: number): number | null {
  if (nowMs >= ring.lastAtMs) return nowMs;
  return ring.lastAtMs - nowMs > HOUR_MS ? null : ring.lastAtMs;
}

/** The window at `nowMs`: lets what is an hour old or more age out. */
export function readRateWindow(ring: RateRing, limit: number, nowMs: number, slotAt: SlotReader): RateWindow {
  const atMs = effectiveTime(ring, nowMs);
  if (atMs === null)
    return { ring: { head: ring.head, tail: ring.head, lastAtMs: 0 }, atMs: nowMs, used: 0, resetSeconds: 0 };
  let tail = ring.tail;
  let oldest = 0;
  while (tail < ring.head) {
    oldest = slotAt(tail % limit);
    if (oldest > atMs - HOUR_MS) break;
    tail++;
  }
  const used = ring.head - tail;
  return {
    ring: { ...ring, tail },
    atMs,
    used,
    resetSeconds: used === 0 ? 0 : Math.max(1, Math.ceil((oldest + HOUR_MS - nowMs) / 1_000)),
  };
}

/** The ring after one more counted request, and the slot to write `window.atMs` into. */
export function countRequest(window: RateWindow, limit: number): { ring: RateRing; slot: number } {
  return {
    ring: { head: window.ring.head + 1, tail: window.ring.tail, lastAtMs: window.atMs },
    slot: window.ring.head % limit,
  };
}
