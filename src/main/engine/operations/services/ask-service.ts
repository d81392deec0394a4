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
  /** This engine's name in questions that go from server to server. */
  readonly engineId: string;
  /** Aborted when the engine ends: what is under way is given up then, and booked no more. */
  readonly ending: AbortSignal;
  /** A service has told something, or its data was entered. */
  readonly onNews: (what: "services" | "prices") => void;
}

/** Announcements of this engine at this moment. */
export function announcerOf({ clock, randomBytes, effects }: ServiceContext): Announcer {
  return { nowMs: clock.now(), randomBytes, onEvent: () => effects.nudge("deliveries") };
}

export interface Asking {
  /** Engines that the question has come through before this one. */
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

/** What was answered to an old key, or by an old address, says nothing of the new one. */
function isAsAsked(now: StoredService, asked: StoredService): boolean {
  return now.baseUrl === asked.baseUrl && now.key.equals(asked.key);
}

/** Books what the reply tells of the service; it may have been changed or removed meanwhile. */
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

/** Asks a service and books what comes of it. `null` where it is gone, disabled or paused. Never rejects. */
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
  // What was given up on this side says nothing of the service.
  if (signal.aborted) return null;
  const after = book(context, service, reply);
  const isPeriodUnknown = after?.problem === "no credits" && (after.periodEndMs ?? 0) <= clock.now();
  if (connection === null || !isPeriodUnknown) return reply;
  // How long it is to be left alone, only its usage tells.
  const usage = await client(connection, { kind: "usage" });
  if (usage.ok && !signal.aborted) {
    book(context, service, usage);
    book(context, service, reply);
  }
  return reply;
}
