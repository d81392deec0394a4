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
export function startDeliveryAgent(options: DeliveryAgentOptions): Worker {
  const { db, clock, log } = options;
  const underWay = new Map<string, UnderWay>();
  /** Attempts that could not be booked count as under way until the next look, so that they are not sent in a loop. */
  const resting = new Set<string>();
  const sealed = new Set<string>();
  let ended: EndedAttempt[] = [];
  let lastNowMs = Number.POSITIVE_INFINITY;
  let isStopped = false;

  const countUnderWay = (webhookId: string) =>
    [...underWay.values()].filter((each) => each.webhookId === webhookId).length;

  /** Attempts that end in one turn of the event loop are booked in one transaction. */
  const book = () => {
    const batch = ended;
    ended = [];
    if (batch.length === 0) return;
    // They are still due, and sent again: at least once.
    const rest = (error: unknown, { delivery }: EndedAttempt) => {
      resting.add(keyOf(delivery));
      log.error("A delivery could not be booked.", error);
    };
    try {
      write(db, (tx) => bookAttempts(tx, batch, rest));
      options.onBooked();
    } catch (error) {
      for (const each of batch) rest(error, each);
    }
    for (const { delivery } of batch) if (!resting.has(keyOf(delivery))) underWay.delete(keyOf(delivery));
    startAll(new Set(batch.map(({ delivery }) => delivery.webhookId)));
  };

  const send = async ({ delivery, post }: PreparedPost): Promise<void> => {
    const outcome = await options.effects.post(post);
    // A post that was cut off by the engine's own end says nothing of its receiver.
    if (isStopped && outcome.error !== null) return;
    ended.push({ delivery, startedMs: post.atMs, endedMs: clock.now(), outcome });
    if (ended.length === 1 && !isStopped) setImmediate(book);
  };

  const noteSealed = (webhookId: string) => {
    if (sealed.has(webhookId)) return;
    sealed.add(webhookId);
    log.info("A webhook's secret is sealed with a key that is not at hand; its events wait.", { webhookId });
  };

  const startDue = (webhookId: string) => {
    const free = isStopped ? 0 : postsAtOnce - countUnderWay(webhookId);
    if (free <= 0) return;
    const due = duePosts(db, webhookId, {
      nowMs: clock.now(),
      limit: postsAtOnce,
      secrets: options.effects.secrets,
      hasListener: options.hasListener(),
      isUnderWay: (delivery) => underWay.has(keyOf(delivery)),
    });
    if (due.kind === "sealed") noteSealed(webhookId);
    if (due.kind !== "posts") return;
    for (const prepared of due.posts.slice(0, free))
      underWay.set(keyOf(prepared.delivery), { webhookId, ended: send(prepared) });
  };

  /** What cannot be started now is looked for again before long; it keeps nobody else from being served. */
  const startAll = (webhookIds: Iterable<string>) => {
    for (const webhookId of webhookIds)
      try {
        startDue(webhookId);
      } catch (error) {
        log.error("A webhook's deliveries could not be started; it is tried again.", error, { webhookId });
      }
  };

  return {
    work: () => {
      const nowMs = clock.now();
      if (nowMs < lastNowMs) followClockBackInOutbox(db, nowMs);
      lastNowMs = nowMs;
      for (const key of resting) underWay.delete(key);
      resting.clear();
      const { webhookIds, nextMs } = agendaAt(db, nowMs);
      startAll(webhookIds);
      return nextMs;
    },
    stop: async () => {
      isStopped = true;
      await Promise.allSettled([...underWay.values()].map((each) => each.ended));
      book();
    },
  };
}
