import { SqliteError } from "better-sqlite3";
import { assertNever } from "../../../shared/assert-never.js";
import { isPublicUrl } from "../../../shared/node/address-guard.js";
import { HOUR_MS } from "../../../shared/time.js";
import {
  capListDueTimes,
  dueLists,
  listById,
  listsInWork,
  nextListDueMs,
  type StoredList,
} from "../db/lists/link-list.js";
import {
  capEntryDueTimes,
  dueEntries,
  postponeEntry,
  postponeHost,
  type StoredEntry,
  settleEntry,
  type WaitingHost,
  waitingHosts,
} from "../db/lists/list-entry.js";
import { type WriteDb, write } from "../db/store.js";
import { RejectedLineError } from "../operations/catalogue/import-product.js";
import { EntryGoneError, settleAdded, settleKnown } from "../operations/lists/add-entry.js";
import { settleProduct } from "../operations/lists/add-product.js";
import { type FollowContext, readFollowed } from "../operations/lists/follow.js";
import { findKnownLink } from "../operations/lists/known-link.js";
import { type NextStep, nextStep } from "../operations/lists/next-step.js";
import { continueWork } from "../operations/lists/undo.js";
import { addLink } from "../operations/pages/add-link.js";
import type { BackgroundWorker } from "../operations/request/effects.js";

interface ListAgentOptions extends FollowContext {
  /** Whether the computer has no network, so that visits of shops on the internet wait. */
  readonly isOffline?: () => boolean;
  /** Called after a list has changed. */
  readonly onChanged: () => void;
}

/** Shops visited at the same time. */
const maxShops = 6;
/** How long a pass may block the event loop. */
const passMs = 15;
const maxEntriesOfShop = 50;
/** The longest wait after the clock was set back: that of a shop that asks for a pause. */
const maxWaitMs = 6 * HOUR_MS;

/** Whether the database cannot be written for now, for example because the disk is full. */
function isUnwritable(error: unknown): boolean {
  return error instanceof SqliteError && !error.code.startsWith("SQLITE_CONSTRAINT");
}

const ownError =
  "Tidemark could not add this, because of an error of its own. The engine's log has the error.";

/**
 * Adds the entries of lists, and reads followed pages. Rows hold the state; memory holds only the shops that are being
 * visited, one page of each at a time.
 */
export class ListAgent implements BackgroundWorker {
  readonly #options: ListAgentOptions;
  readonly #inFlight = new Map<string, Promise<void>>();
  /** The order of the last visits, by shop. */
  readonly #visits = new Map<string, number>();
  readonly #stopping = new AbortController();
  #visitCount = 0;
  #lastNowMs = Number.NEGATIVE_INFINITY;

  constructor(options: ListAgentOptions) {
    this.#options = options;
  }

  /** Resolves once one of the visits in progress has ended. */
  async visitEnded(): Promise<void> {
    await Promise.race(this.#inFlight.values());
  }

  get isVisiting(): boolean {
    return this.#inFlight.size > 0;
  }

  runDue(): number | null {
    const { db, clock } = this.#options;
    if (this.#stopping.signal.aborted) return null;
    const nowMs = clock.now();
    if (nowMs < this.#lastNowMs) this.#capWaits(nowMs);
    this.#lastNowMs = nowMs;
    if (this.#continueWork()) return nowMs;
    this.#readDuePages(nowMs);
    const endMs = performance.now() + passMs;
    const hosts = waitingHosts(db);
    for (const { host } of this.#byLastVisit(hosts, nowMs)) {
      if (this.#inFlight.size >= maxShops) break;
      if (!this.#startHost(host, nowMs, endMs)) return nowMs;
    }
    return this.#nextDueMs(hosts, nowMs);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#inFlight.values());
  }

  /** Continues an undo or redo that was interrupted; returns whether there is more to do. */
  #continueWork(): boolean {
    const { db, effects, onChanged } = this.#options;
    const [list] = listsInWork(db);
    if (list === undefined) return false;
    continueWork(this.#options, list.id);
    effects.wakeWorker("schedules");
    onChanged();
    return true;
  }

  #capWaits(nowMs: number): void {
    write(this.#options.db, (tx) => {
      capEntryDueTimes(tx, nowMs + maxWaitMs);
      capListDueTimes(tx, nowMs + 24 * HOUR_MS);
    });
  }

  /** Shops with due entries that may be visited, the one visited longest ago first: its pause is the first to be over. */
  #byLastVisit(hosts: readonly WaitingHost[], nowMs: number): WaitingHost[] {
    const lastVisit = ({ host }: WaitingHost) => this.#visits.get(host) ?? 0;
    const isOffline = this.#options.isOffline?.() === true;
    const isReachable = (host: string) =>
      !isOffline || host === "" || !isPublicUrl(new URL(`http://${host}`));
    return hosts
      .filter(({ host, dueMs }) => dueMs <= nowMs && !this.#inFlight.has(host) && isReachable(host))
      .sort((one, other) => lastVisit(one) - lastVisit(other));
  }

  #nextDueMs(hosts: readonly WaitingHost[], nowMs: number): number | null {
    const entries = hosts.filter(({ host, dueMs }) => dueMs > nowMs && !this.#inFlight.has(host));
    const times = entries.map(({ dueMs }) => dueMs);
    const listMs = nextListDueMs(this.#options.db, nowMs);
    if (listMs !== null) times.push(listMs);
    return times.length === 0 ? null : times.reduce((first, each) => Math.min(first, each));
  }

  /** Settles a host's entries that need no visit, and starts the first that does; false if the time is up. */
  #startHost(host: string, nowMs: number, endMs: number): boolean {
    const entries = dueEntries(this.#options.db, host, nowMs, maxEntriesOfShop);
    for (const entry of entries) {
      if (!this.#settleHere(entry)) {
        this.#begin(host, () => this.#visit(entry));
        return true;
      }
      if (performance.now() >= endMs) return false;
    }
    return entries.length < maxEntriesOfShop;
  }

  /** Settles an entry without a visit, if it needs none. */
  #settleHere(entry: StoredEntry): boolean {
    const { db, clock, log, onChanged, effects } = this.#options;
    if (entry.product === null && findKnownLink(db, entry.url) === null) return false;
    try {
      const isSettled = write(db, (tx) => {
        const list = listById(tx, entry.listId);
        if (list === undefined) throw new Error("A waiting entry has no list.");
        if (entry.product === null) return settleKnown(tx, list, entry, clock.now());
        settleProduct(tx, this.#options, list, { ...entry, product: entry.product });
        return true;
      });
      if (isSettled) effects.wakeWorker("schedules");
      if (isSettled) onChanged();
      return isSettled;
    } catch (error) {
      if (isUnwritable(error)) throw error;
      const isRejected = error instanceof RejectedLineError;
      if (!isRejected) log.error("An entry of a list could not be added.", error, { entryId: entry.id });
      this.#fail(entry, isRejected ? `It was left out: ${error.message}.` : ownError);
      return true;
    }
  }

  #fail({ id }: StoredEntry, reason: string): void {
    const failed = { state: "failed", productKey: null, reason, added: null } as const;
    this.#change((tx) => settleEntry(tx, id, failed));
  }

  #change(work: (tx: WriteDb) => void): void {
    write(this.#options.db, work);
    this.#options.onChanged();
  }

  #begin(host: string, work: () => Promise<void>): void {
    this.#visits.set(host, ++this.#visitCount);
    const { log, effects } = this.#options;
    const done = work()
      .then(
        () => true,
        (error: unknown) => {
          // The next pass retries what could not be saved.
          if (!this.#stopping.signal.aborted)
            log.error("A visit for a list failed; it will be retried.", error);
          return false;
        },
      )
      .then((isSaved) => {
        this.#inFlight.delete(host);
        if (isSaved && !this.#stopping.signal.aborted) effects.wakeWorker("lists");
      });
    this.#inFlight.set(host, done);
  }

  async #visit(entry: StoredEntry): Promise<void> {
    const { db, visitor, log, effects, onChanged } = this.#options;
    const list = listById(db, entry.listId);
    if (list === undefined) return;
    try {
      const result = await addLink(this.#options, visitor, {
        url: entry.url,
        ...(entry.currency === null ? {} : { currency: entry.currency }),
        isUrgent: false,
        signal: this.#stopping.signal,
        onSaved: (tx, added, nowMs) => settleAdded(tx, list, entry.id, added, nowMs),
      });
      if (this.#stopping.signal.aborted) return;
      if (result.outcome !== "added") return this.#take(entry, nextStep(result, entry.failures));
      effects.wakeWorker("schedules");
      onChanged();
    } catch (error) {
      if (error instanceof EntryGoneError || this.#stopping.signal.aborted) return;
      if (isUnwritable(error)) throw error;
      log.error("A page of a list could not be added.", error, { entryId: entry.id });
      this.#fail(entry, ownError);
    }
  }

  #take({ id, host }: StoredEntry, step: NextStep): void {
    const nowMs = this.#options.clock.now();
    this.#change((tx) => {
      switch (step.kind) {
        case "paused":
          return postponeHost(tx, host, nowMs + step.waitMs);
        case "retry":
          if (step.isForShop) postponeHost(tx, host, nowMs + step.waitMs);
          return postponeEntry(tx, id, nowMs + step.waitMs);
        case "settled":
          return settleEntry(tx, id, { ...step, productKey: null, added: null });
        default:
          return assertNever(step);
      }
    });
  }

  #readDuePages(nowMs: number): void {
    const isOffline = this.#options.isOffline?.() === true;
    for (const list of dueLists(this.#options.db, nowMs)) {
      const { url } = list;
      if (url === null || this.#inFlight.size >= maxShops) continue;
      const { host } = new URL(url);
      if (this.#inFlight.has(host) || (isOffline && isPublicUrl(new URL(url)))) continue;
      this.#begin(host, () => this.#read({ ...list, url }));
    }
  }

  async #read(list: StoredList & { readonly url: string }): Promise<void> {
    await readFollowed(this.#options, list, { isUrgent: false, stopping: this.#stopping.signal });
    this.#options.onChanged();
  }
}
