import { backoffMs, MINUTE_MS } from "../../../../shared/time.js";
/** The minimum pause from the end of one request to a shop to the start of the next. */
export const politeGapMs = 5_000;
/** Random extra, as a fraction of the gap, so that a shop does not see a metronome. */
const maxJitter = 0.4;
/** Shops visited at the same time, in the background and for a user who waits. */
const maxConcurrentHosts = 6;
/** The cap of the back-off, which doubles with each failure. */
const maxBackoffMs = 15 * MINUTE_MS;
/** Longer `Retry-After` values are capped. */
export const maxRetryAfterMs = 6 * 60 * 60_000;

export interface HostQueueOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Resolves after `ms`, or ends early with the signal. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** The pause between two visits to a shop; `politeGapMs` by default. */
  readonly gapMs?: number;
  /** How long ago an earlier process visited the host, in milliseconds; `null` if never. Asked once for each host. */
  readonly lastVisitAgoMs?: (host: string) => number | null;
  /** Where other processes visit the same shops. */
  readonly shared?: SharedPace | undefined;
}

/** The pace that several processes keep together. Times in milliseconds. */
export interface SharedPace {
  /** Begins a visit of a host, and returns 0; or returns how long the visit or pause of another process lasts. */
  begin(host: string): number;
  /** Ends a visit with its pause. */
  end(host: string, pauseMs: number): void;
}

/** A visit's result, and the inputs of the next pause. */
export interface VisitReport<T> {
  readonly result: T;
  /** No request was sent, so the shop needs no pause. */
  readonly wasNotSent?: boolean;
  readonly isFailure: boolean;
  readonly retryAfterSeconds: number | null;
}

export type VisitOutcome<T> =
  | { readonly kind: "done"; readonly result: T }
  /** The shop's pause exceeds the caller's `maxWaitMs`. */
  | Pause;

export interface Pause {
  readonly kind: "paused";
  readonly waitMs: number;
  /** The shop asked for the pause; otherwise it is our own. */
  readonly isRequested: boolean;
}

interface Host {
  /** Whether a visit is being made, or waits for the end of the pause. */
  isBusy: boolean;
  /** The visits in line, as functions that start them. */
  readonly urgent: (() => void)[];
  readonly background: (() => void)[];
  /** Ends the wait of a background visit for its slot. */
  slotWait: AbortController | null;
  freeAtMs: number;
  failures: number;
  /** Whether the shop asked for the pause until `freeAtMs`. */
  isPauseRequested: boolean;
}

/** Visits shops politely: one request at a time to each, with pauses, and a few shops in parallel. */
export interface HostQueue {
  visit<T>(
    host: string,
    options: {
      readonly maxWaitMs: number;
      readonly signal: AbortSignal;
      /** The user waits for this visit, so it goes before those that are not urgent. */
      readonly isUrgent?: boolean;
    },
    work: () => Promise<VisitReport<T>>,
  ): Promise<VisitOutcome<T>>;
}

/**
 * The pause after a visit: the shop's `Retry-After`, or a back-off that grows with each failure in a row,
 * whichever is longer.
 */
export function nextPauseMs(
  failures: number,
  retryAfterSeconds: number | null,
  randomFraction: number,
  gapMs: number = politeGapMs,
): number {
  const gapWithJitterMs = gapMs * (1 + maxJitter * randomFraction);
  const pauseMs = backoffMs(failures + 1, { firstMs: gapWithJitterMs, maxMs: maxBackoffMs });
  const requestedMs = Math.min((retryAfterSeconds ?? 0) * 1_000, maxRetryAfterMs);
  return Math.max(pauseMs, requestedMs);
}

/** Lets a few visits run at the same time, and the others wait in line. */
function visitSlots(): { acquire(signal: AbortSignal): Promise<boolean>; release(): void } {
  let running = 0;
  const waiting = new Set<() => void>();
  return {
    /** Waits for a slot; false if the signal ended the wait. */
    acquire: (signal) => {
      if (running < maxConcurrentHosts) {
        running++;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const take = () => resolve(true);
        waiting.add(take);
        signal.addEventListener("abort", () => waiting.delete(take) && resolve(false), { once: true });
      });
    },
    /** Hands the slot to the next in line. */
    release: () => {
      const [next] = waiting;
      if (next === undefined) running--;
      else {
        waiting.delete(next);
        next();
      }
    },
  };
}

export function hostQueue({
  now,
  sleep,
  random,
  gapMs,
  lastVisitAgoMs = () => null,
  shared,
}: HostQueueOptions): HostQueue {
  const hosts = new Map<string, Host>();
  // A user does not wait for slow shops of a list or of due checks.
  const slots = { urgent: visitSlots(), background: visitSlots() };

  const firstFreeMs = (name: string): number => {
    const agoMs = lastVisitAgoMs(name);
    return agoMs === null ? 0 : now() - Math.max(0, agoMs) + nextPauseMs(0, null, random(), gapMs);
  };

  const getHost = (name: string): Host => {
    const host = hosts.get(name) ?? {
      isBusy: false,
      urgent: [],
      background: [],
      slotWait: null,
      freeAtMs: firstFreeMs(name),
      failures: 0,
      isPauseRequested: false,
    };
    hosts.set(name, host);
    return host;
  };

  const takeTurn = async (host: Host, isUrgent: boolean) => {
    if (!host.isBusy) {
      host.isBusy = true;
      return;
    }
    await new Promise<void>((resolve) => {
      (isUrgent ? host.urgent : host.background).push(resolve);
      if (isUrgent) host.slotWait?.abort();
    });
  };

  /** Hands the turn to the next in line. */
  const passTurn = (host: Host) => {
    const next = host.urgent.shift() ?? host.background.shift();
    if (next === undefined) host.isBusy = false;
    else next();
  };

  /** Lets a visit that the user waits for go first; returns whether there was one. */
  const giveWay = async (host: Host): Promise<boolean> => {
    const next = host.urgent.shift();
    if (next === undefined) return false;
    await new Promise<void>((resolve) => {
      host.background.unshift(resolve);
      next();
    });
    return true;
  };

  /** Waits for a slot; false if the visit is cancelled, or a background one has let others go first. */
  const takeSlot = async (host: Host, isUrgent: boolean, signal: AbortSignal): Promise<boolean> => {
    if (isUrgent) return slots.urgent.acquire(signal);
    if (await giveWay(host)) return false;
    host.slotWait = new AbortController();
    const hasSlot = await slots.background.acquire(AbortSignal.any([signal, host.slotWait.signal]));
    host.slotWait = null;
    return hasSlot;
  };

  const visitNow = async <T>(host: Host, work: () => Promise<VisitReport<T>>): Promise<T> => {
    try {
      const { result, isFailure, retryAfterSeconds, wasNotSent = false } = await work();
      if (wasNotSent) return result;
      host.failures = isFailure ? host.failures + 1 : 0;
      host.freeAtMs = now() + nextPauseMs(host.failures, retryAfterSeconds, random(), gapMs);
      host.isPauseRequested = retryAfterSeconds !== null;
      return result;
    } catch (error) {
      host.failures++;
      host.freeAtMs = now() + nextPauseMs(host.failures, null, random(), gapMs);
      host.isPauseRequested = false;
      throw error;
    }
  };

  /** Visits a host in a slot; null if another process visits it, or pauses. */
  const visitUnlessShared = async <T>(
    name: string,
    host: Host,
    work: () => Promise<VisitReport<T>>,
  ): Promise<{ readonly result: T } | null> => {
    const waitMs = shared?.begin(name) ?? 0;
    if (waitMs > 0) {
      host.freeAtMs = now() + waitMs;
      return null;
    }
    try {
      return { result: await visitNow(host, work) };
    } finally {
      shared?.end(name, Math.max(0, host.freeAtMs - now()));
    }
  };

  const pauseOf = ({ freeAtMs, isPauseRequested: isRequested }: Host): Pause => {
    // Whole, because it becomes the due time of rows.
    const waitMs = Math.max(0, Math.ceil(freeAtMs - now()));
    return { kind: "paused", waitMs, isRequested: isRequested && waitMs > 0 };
  };

  /** Waits for the end of a host's pause and for a slot; false if the pause is too long, or the visit cancelled. */
  const waitForSlot = async (
    host: Host,
    { maxWaitMs, signal, isUrgent }: { maxWaitMs: number; signal: AbortSignal; isUrgent: boolean },
  ): Promise<boolean> => {
    for (;;) {
      const waitMs = host.freeAtMs - now();
      if (waitMs > maxWaitMs || signal.aborted) return false;
      // A visit cancelled while waiting is never made.
      if (waitMs > 0) await sleep(waitMs, signal).catch(() => undefined);
      if (!signal.aborted && (await takeSlot(host, isUrgent, signal))) return true;
    }
  };

  return {
    visit: async (name, { maxWaitMs, signal, isUrgent = false }, work) => {
      const host = getHost(name);
      const { release } = isUrgent ? slots.urgent : slots.background;
      await takeTurn(host, isUrgent);
      try {
        while (await waitForSlot(host, { maxWaitMs, signal, isUrgent })) {
          const visited = await visitUnlessShared(name, host, work).finally(release);
          if (visited !== null) return { kind: "done", ...visited };
        }
        return pauseOf(host);
      } finally {
        passTurn(host);
      }
    },
  };
}
