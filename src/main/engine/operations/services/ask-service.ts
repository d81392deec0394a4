import { type StoredService, serviceById, updateService } from "../../db/service.js";
import { write } from "../../db/store.js";
import { isUsable } from "../../domain/service-pause.js";
import type {
  ServiceClient,
  ServiceConnection,
  ServiceQuestion,
  ServiceReply,
} from "../../sources/service/service-client.js";
import type { Announcer } from "../announce.js";
import type { RequestContext } from "../context.js";
import { afterReply } from "./book-reply.js";

export interface ServiceContext extends RequestContext {
  readonly client: ServiceClient;
  /** This engine's name in requests that pass from server to server. */
  readonly engineId: string;
  /**
   * Aborted when the engine stops: requests in progress are abandoned, and their replies are not recorded.
   */
  readonly ending: AbortSignal;
  /** Called after an upstream's state changed, or its data was saved. */
  readonly onNews: (what: "services" | "prices") => void;
}

export function announcerOf({ clock, randomBytes, effects }: ServiceContext): Announcer {
  return { nowMs: clock.now(), randomBytes, onEvent: () => effects.nudge("deliveries") };
}

export interface Asking {
  /** The engines that the request passed through before this one. */
  readonly via: readonly string[];
  readonly signal?: AbortSignal;
}

const lostKey: ServiceReply = {
  ok: false,
  failure: {
    problem: "key refused",
    detail: "The key was sealed by another installation. Enter it again under Settings.",
    retryAfterSeconds: null,
  },
  told: { creditsRemaining: null, rateLimit: null, rateRemaining: null, rateResetSeconds: null },
};

/** A reply to an old key, or from an old address, does not apply to the new one. */
function isAsAsked(now: StoredService, asked: StoredService): boolean {
  return now.baseUrl === asked.baseUrl && now.key.equals(asked.key);
}

/** Records what the reply means for the upstream, unless that was changed or removed in the meantime. */
function book(
  { db, clock, onNews }: ServiceContext,
  asked: StoredService,
  reply: ServiceReply,
): StoredService | undefined {
  const booked = write(db, (tx) => {
    const service = serviceById(tx, asked.id);
    if (service === undefined || !isAsAsked(service, asked)) return undefined;
    const after = afterReply(service, reply, clock.now());
    updateService(tx, after);
    return after;
  });
  onNews("services");
  return booked;
}

/**
 * Queries an upstream and records the outcome. Returns `null` if it was removed, disabled or paused. Never
 * rejects.
 */
export async function askService(
  context: ServiceContext,
  id: number,
  question: ServiceQuestion,
  { via, signal: given }: Asking,
): Promise<ServiceReply | null> {
  const { db, clock, client, engineId, effects, ending } = context;
  const signal = given === undefined ? ending : AbortSignal.any([ending, given]);
  const service = serviceById(db, id);
  if (service === undefined || !isUsable(service, clock.now())) return null;
  const key = effects.secrets.open(service.key);
  const connection: ServiceConnection | null =
    key === null ? null : { baseUrl: service.baseUrl, key, via: [...via, engineId], signal };
  const reply = connection === null ? lostKey : await client(connection, question);
  // A request abandoned on this side is not the upstream's failure.
  if (signal.aborted) return null;
  const after = book(context, service, reply);
  const isPeriodUnknown = after?.problem === "no credits" && (after.periodEndMs ?? 0) <= clock.now();
  if (connection === null || !isPeriodUnknown) return reply;
  // The pause lasts until the billing period ends, which only the usage states.
  const usage = await client(connection, { kind: "usage" });
  if (usage.ok && !signal.aborted) {
    book(context, service, usage);
    book(context, service, reply);
  }
  return reply;
}
