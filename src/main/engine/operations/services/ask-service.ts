import { type StoredService, serviceById, updateService } from "../../db/service.js";
import { write } from "../../db/store.js";
import { isUsable } from "../../domain/service-pause.js";
import type {
  ServiceClient,
  ServiceConnection,
  ServiceQuestion,
  ServiceReply,
} from "../../sources/service/service-client.js";
import type { RequestContext } from "../request/context.js";
import type { PublishContext } from "../webhooks/publish-event.js";
import { applyReply } from "./apply-reply.js";

export interface ServiceContext extends RequestContext {
  readonly client: ServiceClient;
  /** This engine's name in requests that pass from server to server. */
  readonly engineId: string;
  /**
   * Aborted when the engine stops: requests in progress are abandoned, and their replies are not recorded.
   */
  readonly stopSignal: AbortSignal;
  /** Called after an upstream's state changed, or its data was saved. */
  readonly onChange: (kind: "services" | "prices") => void;
}

export function createPublishContext({ clock, randomBytes, effects }: ServiceContext): PublishContext {
  return { nowMs: clock.now(), randomBytes, onEvent: () => effects.wakeWorker("deliveries") };
}

export interface QueryOptions {
  /** The engines that the request passed through before this one. */
  readonly via: readonly string[];
  readonly signal?: AbortSignal;
}

const lostKeyReply: ServiceReply = {
  ok: false,
  failure: {
    problem: "key refused",
    detail: "The key was sealed by another installation. Enter it again under Settings.",
    retryAfterSeconds: null,
  },
  limits: { creditsRemaining: null, rateLimit: null, rateRemaining: null, rateResetSeconds: null },
};

/** A reply to an old key, or from an old address, does not apply to the new one. */
function isSameConnection(current: StoredService, queried: StoredService): boolean {
  return current.baseUrl === queried.baseUrl && current.key.equals(queried.key);
}

/** Records what the reply means for the upstream, unless that was changed or removed in the meantime. */
function recordReply(
  { db, clock, onChange }: ServiceContext,
  queried: StoredService,
  reply: ServiceReply,
): StoredService | undefined {
  const updated = write(db, (tx) => {
    const service = serviceById(tx, queried.id);
    if (service === undefined || !isSameConnection(service, queried)) return undefined;
    const after = applyReply(service, reply, clock.now());
    updateService(tx, after);
    return after;
  });
  onChange("services");
  return updated;
}

/**
 * Queries an upstream and records the outcome. Returns `null` if it was removed, disabled or paused. Never
 * rejects.
 */
export async function askService(
  context: ServiceContext,
  id: number,
  question: ServiceQuestion,
  { via, signal: given }: QueryOptions,
): Promise<ServiceReply | null> {
  const { db, clock, client, engineId, effects, stopSignal } = context;
  const signal = given === undefined ? stopSignal : AbortSignal.any([stopSignal, given]);
  const service = serviceById(db, id);
  if (service === undefined || !isUsable(service, clock.now())) return null;
  const key = effects.secrets.open(service.key);
  const connection: ServiceConnection | null =
    key === null ? null : { baseUrl: service.baseUrl, key, via: [...via, engineId], signal };
  const reply = connection === null ? lostKeyReply : await client(connection, question);
  // A request abandoned on this side is not the upstream's failure.
  if (signal.aborted) return null;
  const after = recordReply(context, service, reply);
  const isPeriodUnknown = after?.problem === "no credits" && (after.periodEndMs ?? 0) <= clock.now();
  if (connection === null || !isPeriodUnknown) return reply;
  // The pause lasts until the billing period ends, which only the usage states.
  const usage = await client(connection, { kind: "usage" });
  if (usage.ok && !signal.aborted) {
    recordReply(context, service, usage);
    recordReply(context, service, reply);
  }
  return reply;
}
