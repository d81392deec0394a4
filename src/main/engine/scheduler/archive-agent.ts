import { isPublicUrl } from "../../../shared/node/address-guard.js";
import { MINUTE_MS } from "../../../shared/time.js";
import { type ArchivePage, nextArchivePage, openArchivePage } from "../db/prices/archive-page.js";
import { type WriteDb, write } from "../db/store.js";
import { nextPace, nextRequestMs } from "../domain/archived-page.js";
import type { AppContext } from "../operations/app-registry.js";
import {
  evaluateCopy,
  readPace,
  saveCopy,
  saveFailure,
  saveIndex,
  savePace,
} from "../operations/prices/archived-prices.js";
import type { OperationContext } from "../operations/request/context.js";
import type { BackgroundWorker } from "../operations/request/effects.js";
import { type ArchiveAnswer, readCopy, readIndex } from "../sources/archive/archive.js";
import { networkPollMs } from "./scheduler.js";

interface ArchiveAgentOptions
  extends OperationContext,
    Pick<AppContext, "archive" | "archiveGapMs" | "visitor" | "isOffline"> {
  /** Called after a request has ended and its answer is stored. */
  readonly onAnswer: () => void;
}

/** Longer than a request can take: a killed process must not keep the archive's turn. */
const leaseMs = 2 * MINUTE_MS;
/** After so many failures in a row, the archive is down, and no page is to blame. */
const outageFailures = 3;

type Later = Extract<ArchiveAnswer<never>, { kind: "later" }>;
/** Stores what an answer says. */
type Save = (tx: WriteDb, page: ArchivePage, nowMs: number) => void;

/**
 * Sends the requests of pages that wait for an archive: one at a time over all products and processes, with stored
 * pauses between them.
 */
export class ArchiveAgent implements BackgroundWorker {
  readonly #options: ArchiveAgentOptions;
  readonly #stopping = new AbortController();
  #request: Promise<void> | null = null;

  constructor(options: ArchiveAgentOptions) {
    this.#options = options;
  }

  /** Resolves once the request in progress has ended. */
  async requestEnded(): Promise<void> {
    await this.#request;
  }

  runDue(): number | null {
    const { db, clock, log, isOffline } = this.#options;
    if (this.#request !== null || this.#stopping.signal.aborted) return null;
    const nowMs = clock.now();
    const page = nextArchivePage(db);
    if (page === undefined) return null;
    if (isOffline() && isPublicUrl(new URL(page.archive))) return nowMs + networkPollMs;
    const waitUntilMs = write(db, (tx) => this.#takeTurn(tx, nowMs));
    if (waitUntilMs !== null) return waitUntilMs;
    this.#request = this.#ask(page)
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) log.error("An archive's answer could not be stored.", error);
      })
      .finally(() => {
        this.#request = null;
        if (!this.#stopping.signal.aborted) this.#options.onAnswer();
      });
    return null;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#request;
  }

  /** Returns when to ask instead, if an archive may not be asked now. */
  #takeTurn(tx: WriteDb, nowMs: number): number | null {
    const pace = readPace(tx);
    const nextMs = nextRequestMs(pace, nowMs);
    if (nextMs > nowMs) return nextMs;
    savePace(tx, { ...pace, nextMs: nowMs + leaseMs, isAsking: true, writtenMs: nowMs });
    return null;
  }

  async #ask(page: ArchivePage): Promise<void> {
    const { db, archive, visitor, log } = this.#options;
    const { signal } = this.#stopping;
    if (page.copies === null) {
      const answer = await readIndex(archive, page, signal);
      if (answer.kind === "later") return this.#endRequest(page, answer);
      return this.#endRequest(page, null, (tx, current, nowMs) => saveIndex(tx, current, answer, nowMs));
    }
    const copy = page.copies.find(({ outcome }) => outcome === undefined);
    if (copy === undefined) return;
    const { timestamp, digest } = copy;
    const answer = await readCopy(archive, { ...page, timestamp }, signal);
    if (answer.kind === "later") return this.#endRequest(page, answer);
    if (answer.kind === "none") {
      const outcome =
        answer.reason === "redirect" || answer.reason === "missing" ? answer.reason : "unreadable";
      return this.#endRequest(page, null, (tx, current) =>
        saveCopy(tx, current, { timestamp, digest: null, outcome }),
      );
    }
    const read = await evaluateCopy(db, visitor.reader, page, answer.value).catch((error: unknown) => {
      log.error("An archived copy could not be read.", error, { page: page.id });
      return { outcome: "unreadable" } as const;
    });
    this.#endRequest(page, null, (tx, current) => saveCopy(tx, current, { timestamp, digest, ...read }));
  }

  /** Stores the answer and the pause that follows it. A page that was taken back meanwhile stays removed. */
  #endRequest(page: ArchivePage, later: Later | null, save?: Save): void {
    const { db, clock, archiveGapMs: gapMs } = this.#options;
    const nowMs = clock.now();
    write(db, (tx) => {
      const pace = readPace(tx);
      // An aborted request has been sent, so a pause follows it, but it says nothing about the archive.
      const answer = this.#stopping.signal.aborted ? null : later;
      const { trouble, retryAfterMs } = answer ?? { trouble: null, retryAfterMs: null };
      savePace(tx, nextPace(pace, { nowMs, gapMs, trouble, retryAfterMs }));
      const current = openArchivePage(tx, page.id);
      if (current === undefined || answer !== later) return;
      const isCounted = trouble === "failed" && pace.failures < outageFailures;
      if (save === undefined) saveFailure(tx, current, { isCounted, nowMs });
      else save(tx, current, nowMs);
    });
  }
}
