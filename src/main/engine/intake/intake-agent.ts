import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { SqliteError } from "better-sqlite3";
import { isPublicUrl } from "../../../shared/node/address-guard.js";
import { MINUTE_MS } from "../../../shared/time.js";
import {
  type DueLinks,
  dismissAbandoned,
  dueLinks,
  pageOfLink,
  postponeLink,
  type StoredLink,
  saveQuestion,
  settleLink,
  type WaitingHost,
  type Work,
  waitingHosts,
} from "../db/intake/link.js";
import { dueLists, nextListDueMs, type StoredList } from "../db/intake/link-list.js";
import { type WriteDb, write } from "../db/store.js";
import { RejectedLineError } from "../operations/catalogue/import-product.js";
import { hasAnswers } from "../operations/intake/known-link.js";
import type { Reading } from "../operations/intake/links.js";
import { type NextStep, nextStep } from "../operations/intake/next-step.js";
import {
  findWaiting,
  LinkGoneError,
  optionsAfter,
  requireWaiting,
  settleAdded,
  settleKnown,
  UnansweredError,
} from "../operations/intake/settle.js";
import { settleProduct } from "../operations/lists/add-product.js";
import { type FollowContext, readFollowed } from "../operations/lists/follow.js";
import { addLink } from "../operations/pages/add-link.js";
import { ContractError } from "../operations/request/contract-error.js";
import type { BackgroundWorker } from "../operations/request/effects.js";

interface IntakeOptions extends FollowContext {
  readonly reading: Reading;
  /** Whether the computer has no network, so that visits of shops on the internet wait. */
  readonly isOffline: () => boolean;
  /** Called after a link has changed, of a list or not, or a list. */
  readonly onChanged: (kind: "links" | "lists") => void;
}

/** Shops visited at the same time, for lists and for a shopper who waits. */
const maxShops = 6;
/** How long a pass may block the event loop. */
const passMs = 15;
const maxLinksOfShop = 50;

/** A command renews its links more often. */
const abandonedMs = 2 * MINUTE_MS;

/** Whether the database cannot be written for now, for example because the disk is full. */
function isUnwritable(error: unknown): boolean {
  return error instanceof SqliteError && !error.code.startsWith("SQLITE_CONSTRAINT");
}

const ownError =
  "Tidemark could not add this, because of an error of its own. The engine's log has the error.";

const inflate = promisify(inflateRaw);

interface Visit {
  readonly host: string;
  readonly isUrgent: boolean;
  readonly done: Promise<void>;
}

/**
 * Adds links, and reads followed pages. Rows hold the state; memory holds only the shops that are being visited, one page
 * of each at a time, and one more for which the shopper waits, which the shop's queue lets go first.
 */
export class IntakeAgent implements BackgroundWorker {
  readonly #options: IntakeOptions;
  readonly #inFlight = new Set<Visit>();
  /** The order of the last visits, by shop. */
  readonly #visits = new Map<string, number>();
  readonly #stopping = new AbortController();
  #visitCount = 0;
  #isStarted = false;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** Resolves once one of the visits in progress has ended. */
  async visitEnded(): Promise<void> {
    await Promise.race([...this.#inFlight].map(({ done }) => done));
  }

  get isVisiting(): boolean {
    return this.#inFlight.size > 0;
  }

  /** Without `work`, on all links and on followed pages. */
  runDue(work: Work = null): number | null {
    const { db, clock } = this.#options;
    if (this.#stopping.signal.aborted) return null;
    const nowMs = clock.now();
    if (!this.#isStarted) write(db, (tx) => dismissAbandoned(tx, nowMs - abandonedMs, nowMs));
    this.#isStarted = true;
    if (work === null) this.#readDuePages(nowMs);
    const endMs = performance.now() + passMs;
    const hosts = waitingHosts(db, nowMs, work);
    for (const { host, isUrgent } of this.#byLastVisit(hosts, nowMs)) {
      if (this.#isFull(isUrgent)) continue;
      if (!this.#startHost({ host, nowMs, limit: maxLinksOfShop, work }, endMs)) return nowMs;
    }
    return this.#nextDueMs(hosts, nowMs);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled([...this.#inFlight].map(({ done }) => done));
  }

  #isFull(isUrgent: boolean): boolean {
    return [...this.#inFlight].filter((visit) => visit.isUrgent === isUrgent).length >= maxShops;
  }

  /** Whether a link has to wait for the end of a visit of its shop. */
  #isTaken({ host, isUrgent }: Pick<WaitingHost, "host" | "isUrgent">): boolean {
    return [...this.#inFlight].some((visit) => visit.host === host && (visit.isUrgent || !isUrgent));
  }

  /** Shops with due links that may be visited, the one visited longest ago first: its pause is the first to be over. */
  #byLastVisit(hosts: readonly WaitingHost[], nowMs: number): WaitingHost[] {
    const lastVisit = ({ host }: WaitingHost) => this.#visits.get(host) ?? 0;
    const isOffline = this.#options.isOffline();
    // A shopper who waits hears at once that the shop cannot be reached.
    const isReachable = ({ host, isUrgent }: WaitingHost) =>
      !isOffline || isUrgent || host === "" || !isPublicUrl(new URL(`http://${host}`));
    return hosts
      .filter((host) => host.dueMs <= nowMs && !this.#isTaken(host) && isReachable(host))
      .sort(
        (one, other) => Number(other.isUrgent) - Number(one.isUrgent) || lastVisit(one) - lastVisit(other),
      );
  }

  #nextDueMs(hosts: readonly WaitingHost[], nowMs: number): number | null {
    const waiting = hosts.filter((host) => host.dueMs > nowMs && !this.#isTaken(host));
    const times = waiting.map(({ dueMs }) => dueMs);
    const listMs = nextListDueMs(this.#options.db, nowMs);
    if (listMs !== null) times.push(listMs);
    return times.length === 0 ? null : times.reduce((first, each) => Math.min(first, each));
  }

  /** Settles a host's links that need no visit, and starts the first that does; false if the time is up. */
  #startHost(due: DueLinks, endMs: number): boolean {
    const links = dueLinks(this.#options.db, due);
    for (const link of links) {
      if (!this.#settleHere(link)) {
        if (!this.#isTaken(link)) this.#begin(due.host, link.isUrgent, () => this.#visit(link));
        return true;
      }
      if (performance.now() >= endMs) return false;
    }
    return links.length < maxLinksOfShop;
  }

  /** Settles a link without a visit, if it needs none. */
  #settleHere(link: StoredLink): boolean {
    const { db, clock } = this.#options;
    if (link.product === null && hasAnswers(link.options)) return false;
    try {
      const isSettled = write(db, (tx) => {
        if (link.product === null) return settleKnown(tx, link, clock.now());
        settleProduct(tx, this.#options, { ...link, product: link.product });
        return true;
      });
      if (isSettled) this.#announce(link);
      return isSettled;
    } catch (error) {
      this.#takeError(link, error);
      return true;
    }
  }

  /** Asks what kept a link from being added, or lets it fail. Throws what keeps the database from being written. */
  #takeError(link: StoredLink, error: unknown): void {
    if (isUnwritable(error)) throw error;
    if (error instanceof UnansweredError) {
      const { question, message: reason } = error;
      this.#take(link, { kind: "settled", state: "question", reason, question });
    } else if (error instanceof RejectedLineError) this.#fail(link, `It was left out: ${error.message}.`);
    else if (error instanceof ContractError) this.#fail(link, sentencesOf(error));
    else {
      this.#options.log.error("A link could not be added.", error, { linkId: link.id });
      this.#fail(link, ownError);
    }
  }

  #fail(link: StoredLink, reason: string): void {
    const failed = { state: "failed", productKey: null, question: null, result: null, actId: null } as const;
    this.#change(link, (tx) => settleLink(tx, link.id, { ...failed, reason }));
  }

  /** Changes a link that was read, unless it was answered or dismissed meanwhile. */
  #change(link: StoredLink, work: (tx: WriteDb) => void): void {
    write(this.#options.db, (tx) => {
      if (findWaiting(tx, link) !== undefined) work(tx);
    });
    this.#changed(link);
  }

  #changed({ id, listId, isUrgent }: StoredLink): void {
    this.#options.reading.delete(id);
    if (listId !== null) this.#options.onChanged("lists");
    if (listId === null || isUrgent) this.#options.onChanged("links");
  }

  /** Announces a product that was added: its card first, because the watch list takes longer to read. */
  #announce(link: StoredLink): void {
    this.#changed(link);
    this.#options.effects.wakeWorker("schedules");
  }

  #begin(host: string, isUrgent: boolean, work: () => Promise<void>): void {
    this.#visits.set(host, ++this.#visitCount);
    const { log, effects } = this.#options;
    const done = work()
      .then(
        () => true,
        (error: unknown) => {
          // The next pass retries what could not be saved.
          if (!this.#stopping.signal.aborted)
            log.error("A visit for a link failed; it will be retried.", error);
          return false;
        },
      )
      .then((isSaved) => {
        this.#inFlight.delete(visit);
        if (isSaved && !this.#stopping.signal.aborted) effects.wakeWorker("links");
      });
    const visit = { host, isUrgent, done };
    this.#inFlight.add(visit);
  }

  async #visit(link: StoredLink): Promise<void> {
    const { reading, clock, onChanged } = this.#options;
    reading.set(link.id, clock.now());
    if (link.isUrgent) onChanged("links");
    try {
      await this.#read(link);
    } catch (error) {
      if (!(error instanceof LinkGoneError) && !this.#stopping.signal.aborted) this.#takeError(link, error);
    } finally {
      if (reading.has(link.id)) this.#changed(link);
    }
  }

  async #read(link: StoredLink): Promise<void> {
    const { visitor } = this.#options;
    if (link.url === null) return this.#lookUp(link);
    const html = await this.#pageOf(link);
    const result = await addLink(this.#options, visitor, {
      ...link.options,
      ...(html === undefined ? {} : { html }),
      url: link.url,
      isUrgent: link.isUrgent,
      signal: this.#stopping.signal,
      saving: settleAdded(link),
    });
    if (this.#stopping.signal.aborted) return;
    if (result.outcome !== "added") return this.#take(link, nextStep(result, link));
    this.#announce(link);
  }

  async #pageOf({ id }: StoredLink): Promise<string | undefined> {
    const page = pageOfLink(this.#options.db, id);
    return page === null ? undefined : (await inflate(page)).toString();
  }

  /** Looks a number up at other servers; a name without a match may fit several products. */
  async #lookUp(link: StoredLink): Promise<void> {
    const { effects, clock, db, accountId } = this.#options;
    await effects.fetchMissing({
      caller: { kind: "owner", accountId },
      operation: "products.get",
      input: () => ({ ids: [link.text] }),
      isForwarded: () => false,
    });
    const isKnown = write(db, (tx) => settleKnown(tx, requireWaiting(tx, link), clock.now()));
    const reason = "No product on this computer has this number or name.";
    if (!isKnown) throw new UnansweredError({ outcome: "unknown" }, reason);
    this.#announce(link);
  }

  #take(link: StoredLink, step: NextStep): void {
    const { id } = link;
    const options = optionsAfter(link.options, step.question);
    this.#change(link, (tx) => {
      if (step.kind === "settled") return saveQuestion(tx, id, { ...step, options });
      const { question, waitMs } = step;
      if (question !== null) saveQuestion(tx, id, { state: "waiting", question, reason: null, options });
      postponeLink(tx, link, { ...step, dueMs: this.#options.clock.now() + waitMs });
    });
  }

  #readDuePages(nowMs: number): void {
    const isOffline = this.#options.isOffline();
    for (const list of dueLists(this.#options.db, nowMs)) {
      const { url } = list;
      if (url === null || this.#isFull(false)) continue;
      const { host } = new URL(url);
      if (this.#isTaken({ host, isUrgent: false }) || (isOffline && isPublicUrl(new URL(url)))) continue;
      this.#begin(host, false, () => this.#readList({ ...list, url }));
    }
  }

  async #readList(list: StoredList & { readonly url: string }): Promise<void> {
    await readFollowed(this.#options, list, { isUrgent: false, stopping: this.#stopping.signal });
    this.#options.onChanged("lists");
  }
}

function sentencesOf({ message, action }: ContractError): string {
  return [message, action].filter(Boolean).join(" ");
}
