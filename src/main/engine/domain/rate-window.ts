import { HOUR_MS, MINUTE_MS } from "./clock.js";

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
  /** The instant the window is read at: never before the newest request. */
  readonly atMs: number;
  readonly used: number;
  /** Seconds, rounded up, until the oldest request ages out, at most an hour; 0 for an empty window. */
  readonly resetSeconds: number;
  /** By how much the clock was set back since the newest request: all instants in the slots are to go back with it. */
  readonly backMs: number;
}

/** A clock that the network puts right by so much is waited for; only one that is further back was set back. */
const putRightMs = MINUTE_MS;

/**
 * The window at `nowMs`: lets what is an hour old or more age out. A clock that was set back, however far, takes the
 * instants with it, so that nobody waits longer than the hour and nobody gets another one.
 */
export function readRateWindow(ring: RateRing, limit: number, nowMs: number, slotAt: SlotReader): RateWindow {
  const behindMs = Math.max(0, ring.lastAtMs - nowMs);
  const backMs = behindMs > putRightMs ? behindMs : 0;
  const lastAtMs = ring.lastAtMs - backMs;
  const atMs = Math.max(nowMs, lastAtMs);
  let tail = ring.tail;
  let oldest = 0;
  while (tail < ring.head) {
    oldest = slotAt(tail % limit) - backMs;
    if (oldest > atMs - HOUR_MS) break;
    tail++;
  }
  const used = ring.head - tail;
  const waitMs = Math.min(HOUR_MS, oldest + HOUR_MS - nowMs);
  return {
    ring: { head: ring.head, tail, lastAtMs },
    atMs,
    used,
    resetSeconds: used === 0 ? 0 : Math.max(1, Math.ceil(waitMs / 1_000)),
    backMs,
  };
}

/** The ring after one more counted request, and the slot to write `window.atMs` into. */
export function countRequest(window: RateWindow, limit: number): { ring: RateRing; slot: number } {
  return {
    ring: { head: window.ring.head + 1, tail: window.ring.tail, lastAtMs: window.atMs },
    slot: window.ring.head % limit,
  };
}
