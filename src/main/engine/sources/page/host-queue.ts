/** At least so long from the end of one request to a shop to the start of the next. */
export const politeGapMs = 5_000;
/** Added by chance, as a part of the gap, so that a shop does not see a metronome. */
const jitter = 0.4;
/** Shops that are asked at the same time. */
const hostsAtOnce = 6;
/** A shop that fails is left alone, twice as long each time, up to this. */
const longestPauseMs = 15 * 60_000;
/** A shop that asks for a longer pause than this is not waited for. */
const longestRetryAfterMs = 6 * 60 * 60_000;

export interface HostQueueOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** Resolves after a while, or when the signal ends it. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 up to 1. */
  readonly random: () => number;
  /** The usual pause between two visits to a shop, where it is not the polite one. */
  readonly gapMs?: number;
}

/** How a visit went, as far as the next one depends on it. */
export interface Visit<T> {
  readonly result: T;
  /** Nobody was asked: the shop has not noticed. */
  readonly isUnnoticed?: boolean;
  readonly isFailure: boolean;
  readonly retryAfterSeconds: number | null;
}

export type Turn<T> =
  | { readonly kind: "done"; readonly result: T }
  /** The shop is left alone for longer than the caller waits. */
  | { readonly kind: "paused"; readonly waitMs: number };

interface Host {
  /** The visit under way or the last one in line. */
  tail: Promise<unknown>;
  freeAtMs: number;
  failures: number;
}

/** Lets shops be visited politely: one request at a time to each, with pauses, and a few shops in parallel. */
export interface HostQueue {
  visit<T>(
    host: string,
    options: { readonly mostWaitMs: number; readonly signal: AbortSignal },
    work: () => Promise<Visit<T>>,
  ): Promise<Turn<T>>;
}

/** The pause after a visit: what the shop asks for, else longer with each failure in a row. */
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

  /** The slot goes straight to the next in line. */
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
        // Whoever gives up while it waits does not go there.
        if (waitMs > 0) await sleep(waitMs, signal).catch(() => undefined);
        if (signal.aborted) return { kind: "paused" as const, waitMs: Math.max(0, host.freeAtMs - now()) };
        return { kind: "done" as const, result: await visitNow(host, work) };
      });
      host.tail = turn.catch(() => undefined);
      return turn;
    },
  };
}
