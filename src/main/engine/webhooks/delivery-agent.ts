import { type ReadDb, write } from "../db/store.js";
import type { StoredDelivery } from "../db/webhooks/delivery.js";
import type { Clock } from "../domain/clock.js";
import type { Logger } from "../operations/request/context.js";
import type { BackgroundWorker, Effects } from "../operations/request/effects.js";
import { type PreparedPost, prepareDuePosts, readAgenda } from "../operations/webhooks/outbox.js";
import { type FinishedAttempt, recordAttempt } from "../operations/webhooks/record-attempt.js";
import { maxPostsInFlight } from "./webhook-client.js";

interface DeliveryAgentOptions {
  readonly db: ReadDb;
  readonly clock: Clock;
  readonly log: Logger;
  readonly effects: Pick<Effects, "secrets" | "post">;
  /** Whether the app's own listener runs. Until it does, its events wait. */
  readonly hasListener: () => boolean;
  /** Called after attempts have been recorded. */
  readonly onRecorded: () => void;
}

/** Never reused, unlike the row id of a deleted delivery. */
function deliveryKey({ webhookId, eventId }: StoredDelivery): string {
  return `${webhookId} ${eventId}`;
}

interface InFlightPost {
  readonly webhookId: string;
  readonly settled: Promise<void>;
}

/**
 * Sends the deliveries in the outbox. Rows hold the state: which delivery, which attempt, when. Memory holds only the
 * posts in flight, so a killed engine sends those again and loses nothing (contract §6, delivery rule 1).
 */
export class DeliveryAgent implements BackgroundWorker {
  readonly #options: DeliveryAgentOptions;
  readonly #inFlight = new Map<string, InFlightPost>();
  /** Attempts that could not be recorded count as in flight until the next pass, or they would be resent in a loop. */
  readonly #deferred = new Set<string>();
  /** Webhooks whose unreadable secret has been logged already. */
  readonly #reportedSealed = new Set<string>();
  #unrecorded: FinishedAttempt[] = [];
  #isStopped = false;

  constructor(options: DeliveryAgentOptions) {
    this.#options = options;
  }

  runDue(): number | null {
    const { db, clock } = this.#options;
    const nowMs = clock.now();
    for (const key of this.#deferred) this.#inFlight.delete(key);
    this.#deferred.clear();
    const { webhookIds, nextMs } = readAgenda(db, nowMs);
    this.#startDueForAll(webhookIds);
    return nextMs;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled([...this.#inFlight.values()].map((each) => each.settled));
    this.#record();
  }

  /** A webhook that fails is tried again on the next pass, and does not hold up the others. */
  #startDueForAll(webhookIds: Iterable<string>): void {
    for (const webhookId of webhookIds)
      try {
        this.#startDue(webhookId);
      } catch (error) {
        const message = "A webhook's deliveries could not be started; they will be retried.";
        this.#options.log.error(message, error, { webhookId });
      }
  }

  #startDue(webhookId: string): void {
    const capacity = this.#isStopped ? 0 : maxPostsInFlight - this.#countInFlight(webhookId);
    if (capacity <= 0) return;
    const { db, clock, effects, hasListener } = this.#options;
    const due = prepareDuePosts(db, webhookId, {
      nowMs: clock.now(),
      limit: maxPostsInFlight,
      secrets: effects.secrets,
      hasListener: hasListener(),
      isInProgress: (delivery) => this.#inFlight.has(deliveryKey(delivery)),
    });
    if (due.kind === "sealed") this.#reportSealed(webhookId);
    if (due.kind !== "posts") return;
    for (const prepared of due.posts.slice(0, capacity))
      this.#inFlight.set(deliveryKey(prepared.delivery), { webhookId, settled: this.#sendPost(prepared) });
  }

  #countInFlight(webhookId: string): number {
    return [...this.#inFlight.values()].filter((each) => each.webhookId === webhookId).length;
  }

  #reportSealed(webhookId: string): void {
    if (this.#reportedSealed.has(webhookId)) return;
    this.#reportedSealed.add(webhookId);
    const message = "A webhook's secret is sealed with a key that is not available; its events wait.";
    this.#options.log.info(message, { webhookId });
  }

  async #sendPost({ delivery, post }: PreparedPost): Promise<void> {
    const outcome = await this.#options.effects.post(post);
    // A post aborted by the engine's shutdown is not the receiver's failure.
    if (this.#isStopped && outcome.error !== null) return;
    this.#unrecorded.push({ delivery, startedMs: post.atMs, endedMs: this.#options.clock.now(), outcome });
    setImmediate(() => this.#record());
  }

  /** Attempts that end in one turn of the event loop are recorded in one transaction. */
  #record(): void {
    const batch = this.#unrecorded;
    this.#unrecorded = [];
    if (batch.length === 0) return;
    try {
      this.#save(batch);
    } catch {
      for (const each of batch) this.#recordAlone(each);
    }
    const recorded = batch
      .map(({ delivery }) => deliveryKey(delivery))
      .filter((key) => !this.#deferred.has(key));
    for (const key of recorded) this.#inFlight.delete(key);
    if (recorded.length > 0) this.#options.onRecorded();
    this.#startDueForAll(new Set(batch.map(({ delivery }) => delivery.webhookId)));
  }

  #save(batch: readonly FinishedAttempt[]): void {
    write(this.#options.db, (tx) => {
      for (const each of batch) recordAttempt(tx, each);
    });
  }

  /** A delivery whose attempt cannot be recorded stays due and is sent again, because delivery is at-least-once. */
  #recordAlone(finished: FinishedAttempt): void {
    try {
      this.#save([finished]);
    } catch (error) {
      this.#deferred.add(deliveryKey(finished.delivery));
      this.#options.log.error("A delivery attempt could not be recorded.", error);
    }
  }
}
