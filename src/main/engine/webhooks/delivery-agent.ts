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
  /** Without the app's own listener its events wait for it. */
  readonly hasListener: () => boolean;
  /** Attempts have been booked. */
  readonly onBooked: () => void;
}

/** One for each event and webhook, and never given again; the number of a deleted row is. */
function keyOf({ webhookId, eventId }: StoredDelivery): string {
  return `${webhookId} ${eventId}`;
}

interface UnderWay {
  readonly webhookId: string;
  readonly ended: Promise<void>;
}

/**
 * Delivers what the outbox holds. The rows are the state: which delivery, which attempt, when. What is kept here is
 * only which posts are under way, so that a killed engine sends them again and nothing is lost (section 6, rule 1).
 */
class DeliveryAgent implements Worker {
  readonly #options: DeliveryAgentOptions;
  readonly #underWay = new Map<string, UnderWay>();
  /** Attempts that could not be booked count as under way until the next look, so that they are not sent in a loop. */
  readonly #resting = new Set<string>();
  /** Webhooks of which the log has been told that their secret cannot be read. */
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

  /** What cannot be started now is looked for again before long; it keeps nobody else from being served. */
  #startAll(webhookIds: Iterable<string>): void {
    for (const webhookId of webhookIds)
      try {
        this.#startDue(webhookId);
      } catch (error) {
        const message = "A webhook's deliveries could not be started; it is tried again.";
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
    const message = "A webhook's secret is sealed with a key that is not at hand; its events wait.";
    this.#options.log.info(message, { webhookId });
  }

  async #send({ delivery, post }: PreparedPost): Promise<void> {
    const outcome = await this.#options.effects.post(post);
    // A post that was cut off by the engine's own end says nothing of its receiver.
    if (this.#isStopped && outcome.error !== null) return;
    this.#ended.push({ delivery, startedMs: post.atMs, endedMs: this.#options.clock.now(), outcome });
    if (this.#ended.length === 1 && !this.#isStopped) setImmediate(() => this.#book());
  }

  /** Attempts that end in one turn of the event loop are booked in one transaction. */
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

  /** It is still due, and sent again: at least once. */
  #rest(error: unknown, { delivery }: EndedAttempt): void {
    this.#resting.add(keyOf(delivery));
    this.#options.log.error("A delivery could not be booked.", error);
  }
}

export function startDeliveryAgent(options: DeliveryAgentOptions): Worker {
  return new DeliveryAgent(options);
}
