/** The minimum pause from the end of one request to a shop to the start of the next. */
export const politeGapMs = 5_000;
/** Random extra, as a fraction of the gap, so that a shop does not see a metronome. */
const jitter = 0.4;
/** Shops visited at the same time. */
const hostsAtOnce = 6;
/** The cap of the back-off, which doubles with each failure. */
const longestPauseMs = 15 * 60_000;
/** Longer `Retry-After` values are capped. */
const longestRetryAfterMs = 6 * 60 * 60_000;

export interface HostQueueOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Resolves after `ms`, or ends early with the signal. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** The pause between two visits to a shop; `politeGapMs` by default. */
  readonly gapMs?: number;
}

/** A visit's result, and what the next pause depends on. */
export interface Visit<T> {
  readonly result: T;
  /** No request was sent, so the shop needs no pause. */
  readonly isUnnoticed?: boolean;
  readonly isFailure: boolean;
  readonly retryAfterSeconds: number | null;
}

export type Turn<T> =
  | { readonly kind: "done"; readonly result: T }
  /** The shop's pause exceeds the time that the caller may wait. */
  | { readonly kind: "paused"; readonly waitMs: number };

interface Host {
  /** The last visit in line. */
  tail: Promise<unknown>;
  freeAtMs: number;
  failures: number;
}

/** Visits shops politely: one request at a time to each, with pauses, and a few shops in parallel. */
export interface HostQueue {
  visit<T>(
    host: string,
    options: { readonly mostWaitMs: number; readonly signal: AbortSignal },
    work: () => Promise<Visit<T>>,
  ): Promise<Turn<T>>;
}

/**
 * The pause after a visit: the shop's `Retry-After`, or a back-off that grows with each failure in a row,
 * whichever is longer.
 */
export function pauseAfter(
  failures: number,
  retryAfterSeconds: number | null,
  chance: number,
  gapMs: number = politeGapMs,
): number {
  const usual = gapMs * (1 + jitter * chance);
  const backOff = failures === 0 ? usual : Math.min(longestPauseMs, usual * 2 ** Math.min(failures, 12));
  const asked = Math.min((retryAfterSeconds ?? 0) * 1_000, longestRetryAfterMs);
  return Math.max(backOff, asked);
}

export function hostQueue({ now, sleep, random, gapMs }: HostQueueOptions): HostQueue {
  const hosts = new Map<string, Host>();
  let running = 0;
  const waiting: (() => void)[] = [];

  const hostOf = (name: string): Host => {
    const host = hosts.get(name) ?? { tail: Promise.resolve(), freeAtMs: 0, failures: 0 };
    hosts.set(name, host);
    return host;
  };

  const takeSlot = async () => {
    if (running >= hostsAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
  };

  /** Hands the slot to the next in line. */
  const giveSlot = () => {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  };

  const visitNow = async <T>(host: Host, work: () => Promise<Visit<T>>): Promise<T> => {
    await takeSlot();
    try {
      const { result, isFailure, retryAfterSeconds, isUnnoticed = false } = await work();
      if (isUnnoticed) return result;
      host.failures = isFailure ? host.failures + 1 : 0;
      host.freeAtMs = now() + pauseAfter(host.failures, retryAfterSeconds, random(), gapMs);
      return result;
    } catch (error) {
      host.failures++;
      host.freeAtMs = now() + pauseAfter(host.failures, null, random(), gapMs);
      throw error;
    } finally {
      giveSlot();
    }
  };

  return {
    visit: (name, { mostWaitMs, signal }, work) => {
      const host = hostOf(name);
      const turn = host.tail.then(async () => {
        const waitMs = host.freeAtMs - now();
        if (waitMs > mostWaitMs || signal.aborted)
          return { kind: "paused" as const, waitMs: Math.max(0, waitMs) };
        // A visit cancelled while waiting is never made.
        if (waitMs > 0) await sleep(waitMs, signal).catch(() => undefined);
        if (signal.aborted) return { kind: "paused" as const, waitMs: Math.max(0, host.freeAtMs - now()) };
        return { kind: "done" as const, result: await visitNow(host, work) };
      });
      host.tail = turn.catch(() => undefined);
      return turn;
    },
  };
}
