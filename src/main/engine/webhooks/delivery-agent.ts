import type { StoredDelivery } from "../db/delivery.js";
import { type ReadDb, write } from "../db/store.js";
import type { Clock } from "../domain/clock.js";
import type { Log } from "../operations/context.js";
import { bookAttempts, type EndedAttempt } from "../operations/deliver.js";
import type { Effects } from "../operations/effects.js";
import { agendaAt, duePosts, followClockBackInOutbox, type PreparedPost } from "../operations/outbox.js";
import type { Worker } from "../operations/worker.js";
import { postsAtOnce } from "./poster.js";

export interface DeliveryAgentOptions {
  readonly db: ReadDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly effects: Pick<Effects, "secrets" | "post">;
  /** Whether the app's own listener runs. Until it does, its events wait. */
  readonly hasListener: () => boolean;
  /** Called after attempts have been recorded. */
  readonly onBooked: () => void;
}

/** Never reused, unlike the row id of a deleted delivery. */
function keyOf({ webhookId, eventId }: StoredDelivery): string {
  return `${webhookId} ${eventId}`;
}

interface UnderWay {
  readonly webhookId: string;
  readonly ended: Promise<void>;
}

/**
 * Sends the deliveries in the outbox. Rows hold the state: which delivery, which attempt, when. Memory holds only the
 * posts in flight, so a killed engine sends those again and loses nothing (contract §6, delivery rule 1).
 */
class DeliveryAgent implements Worker {
  readonly #options: DeliveryAgentOptions;
  readonly #underWay = new Map<string, UnderWay>();
  /** Attempts that could not be recorded count as in flight until the next pass, or they would be resent in a loop. */
  readonly #resting = new Set<string>();
  /** Webhooks whose unreadable secret has been logged already. */
  readonly #sealed = new Set<string>();
  #ended: EndedAttempt[] = [];
  #lastNowMs = Number.POSITIVE_INFINITY;
  #isStopped = false;

  constructor(options: DeliveryAgentOptions) {
    this.#options = options;
  }

  work(): number | null {
    const { db, clock } = this.#options;
    const nowMs = clock.now();
    if (nowMs < this.#lastNowMs) followClockBackInOutbox(db, nowMs);
    this.#lastNowMs = nowMs;
    for (const key of this.#resting) this.#underWay.delete(key);
    this.#resting.clear();
    const { webhookIds, nextMs } = agendaAt(db, nowMs);
    this.#startAll(webhookIds);
    return nextMs;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled([...this.#underWay.values()].map((each) => each.ended));
    this.#book();
  }

  /** A webhook that fails is tried again on the next pass, and does not hold up the others. */
  #startAll(webhookIds: Iterable<string>): void {
    for (const webhookId of webhookIds)
      try {
        this.#startDue(webhookId);
      } catch (error) {
        const message = "A webhook's deliveries could not be started; they will be retried.";
        this.#options.log.error(message, error, { webhookId });
      }
  }

  #startDue(webhookId: string): void {
    const free = this.#isStopped ? 0 : postsAtOnce - this.#countUnderWay(webhookId);
    if (free <= 0) return;
    const { db, clock, effects, hasListener } = this.#options;
    const due = duePosts(db, webhookId, {
      nowMs: clock.now(),
      limit: postsAtOnce,
      secrets: effects.secrets,
      hasListener: hasListener(),
      isUnderWay: (delivery) => this.#underWay.has(keyOf(delivery)),
    });
    if (due.kind === "sealed") this.#noteSealed(webhookId);
    if (due.kind !== "posts") return;
    for (const prepared of due.posts.slice(0, free))
      this.#underWay.set(keyOf(prepared.delivery), { webhookId, ended: this.#send(prepared) });
  }

  #countUnderWay(webhookId: string): number {
    return [...this.#underWay.values()].filter((each) => each.webhookId === webhookId).length;
  }

  #noteSealed(webhookId: string): void {
    if (this.#sealed.has(webhookId)) return;
    this.#sealed.add(webhookId);
    const message = "A webhook's secret is sealed with a key that is not available; its events wait.";
    this.#options.log.info(message, { webhookId });
  }

  async #send({ delivery, post }: PreparedPost): Promise<void> {
    const outcome = await this.#options.effects.post(post);
    // A post aborted by the engine's own shutdown says nothing about its receiver.
    if (this.#isStopped && outcome.error !== null) return;
    this.#ended.push({ delivery, startedMs: post.atMs, endedMs: this.#options.clock.now(), outcome });
    if (this.#ended.length === 1 && !this.#isStopped) setImmediate(() => this.#book());
  }

  /** Attempts that end in one turn of the event loop are recorded in one transaction. */
  #book(): void {
    const batch = this.#ended;
    this.#ended = [];
    if (batch.length === 0) return;
    try {
      write(this.#options.db, (tx) => bookAttempts(tx, batch, (error, each) => this.#rest(error, each)));
      this.#options.onBooked();
    } catch (error) {
      for (const each of batch) this.#rest(error, each);
    }
    for (const { delivery } of batch)
      if (!this.#resting.has(keyOf(delivery))) this.#underWay.delete(keyOf(delivery));
    this.#startAll(new Set(batch.map(({ delivery }) => delivery.webhookId)));
  }

  /** The delivery stays due and is sent again, because delivery is at-least-once. */
  #rest(error: unknown, { delivery }: EndedAttempt): void {
    this.#resting.add(keyOf(delivery));
    this.#options.log.error("A delivery attempt could not be recorded.", error);
  }
}

export function startDeliveryAgent(options: DeliveryAgentOptions): Worker {
  return new DeliveryAgent(options);
}
