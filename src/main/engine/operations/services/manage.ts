import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { ServiceSummary } from "../../../../shared/app/services.js";
import {
  allServices,
  deleteService,
  insertService,
  type StoredService,
  updateService,
} from "../../db/service.js";
import { countCached } from "../../db/service-link.js";
import { type ReadDb, write } from "../../db/store.js";
import { utcDay } from "../../domain/clock.js";
import type { ServiceReply } from "../../sources/service/service-client.js";
import { invalidParams } from "../request/parameter-errors.js";
import { applyReply } from "./apply-reply.js";
import type { ServiceContext } from "./ask-service.js";
import { assertNewAddress, ownService, parseApiKey, validateBaseUrl } from "./check-input.js";
import { connectionState, describePause } from "./describe-pause.js";

/** Manages upstream servers for the app's own operations. */
export interface ServiceManagement {
  list(): Promise<AppOutput<"services.list">>;
  add(request: AppRequest<"services.add">): Promise<AppOutput<"services.add">>;
  change(request: AppRequest<"services.update">): Promise<AppOutput<"services.update">>;
  remove(request: AppRequest<"services.remove">): Promise<AppOutput<"services.remove">>;
  test(request: AppRequest<"services.test">): Promise<AppOutput<"services.test">>;
}

export interface ManageContext extends ServiceContext {
  readonly baseUrl: () => string;
  /** Called after an upstream was added, changed or removed. */
  readonly onChanged: () => void;
}

export function listServices({ db, clock }: ManageContext): AppOutput<"services.list"> {
  return { services: allServices(db).map((service) => toUpstreamSummary(db, service, clock.now())) };
}

function queryUsage(
  { client, engineId }: ManageContext,
  baseUrl: string,
  key: string,
): Promise<ServiceReply> {
  return client({ baseUrl, key, via: [engineId] }, { kind: "usage" });
}

/** Throws if the upstream cannot be used, with the reason and the next step. */
function assertUsable(reply: ServiceReply): void {
  if (!reply.ok)
    throw invalidParams(
      reply.failure.detail.replace(/ Enter another one under Settings\.$/, ""),
      "Nothing was saved. Check the base URL and the key, and try again.",
    );
  if (reply.answer.kind !== "usage")
    throw invalidParams("The service does not report its usage.", "Check that the base URL is the API's.");
}

/** Connects an upstream once it has answered. */
export async function addService(
  context: ManageContext,
  request: AppRequest<"services.add">,
): Promise<AppOutput<"services.add">> {
  const { db, clock, effects } = context;
  const baseUrl = await validateBaseUrl(context, request.base_url, null);
  const key = parseApiKey(request.key);
  const reply = await queryUsage(context, baseUrl, key);
  assertUsable(reply);
  const added = write(
    db,
    (tx) => {
      // Of two concurrent requests, the first to be answered wins.
      assertNewAddress(tx, baseUrl, null);
      const name = request.name.trim() || new URL(baseUrl).host;
      const id = insertService(tx, { name, baseUrl, key: effects.secrets.seal(key), addedMs: clock.now() });
      const service = applyReply(ownService(tx, String(id)), reply, clock.now());
      updateService(tx, service);
      return service;
    },
    { durable: true },
  );
  context.onChanged();
  return toUpstreamSummary(db, added, clock.now());
}

/** Clears past failures: a new key, or enabling, starts afresh. */
function withoutFailures(service: StoredService): StoredService {
  return {
    ...service,
    isEnabled: true,
    pausedUntilMs: null,
    problem: null,
    problemDetail: null,
    failures: 0,
  };
}

export async function changeService(
  context: ManageContext,
  { id, name, base_url, key: newKey, enabled }: AppRequest<"services.update">,
): Promise<AppOutput<"services.update">> {
  const { db, clock, effects } = context;
  const service = ownService(db, id);
  const baseUrl =
    base_url === undefined ? service.baseUrl : await validateBaseUrl(context, base_url, service);
  if (baseUrl !== service.baseUrl && newKey === undefined)
    throw invalidParams(
      "A new address requires the key again.",
      "Enter the key of the server at this address.",
    );
  const key = newKey === undefined ? null : parseApiKey(newKey);
  const reply = key === null ? null : await queryUsage(context, baseUrl, key);
  if (reply !== null) assertUsable(reply);
  const changed = write(
    db,
    (tx) => {
      const before = ownService(tx, id);
      const named = { ...before, baseUrl, name: name?.trim() || before.name };
      const keyed =
        key === null || reply === null
          ? named
          : applyReply({ ...withoutFailures(named), key: effects.secrets.seal(key) }, reply, clock.now());
      const after =
        enabled === undefined
          ? keyed
          : enabled
            ? withoutFailures(keyed)
            : { ...withoutFailures(keyed), isEnabled: false };
      updateService(tx, after);
      return after;
    },
    { durable: true },
  );
  context.onChanged();
  return toUpstreamSummary(db, changed, clock.now());
}

/** Disconnects an upstream; data fetched from it stays. */
export function removeService(
  { db, onChanged }: ManageContext,
  { id }: AppRequest<"services.remove">,
): AppOutput<"services.remove"> {
  const kept = write(
    db,
    (tx) => {
      const service = ownService(tx, id);
      const cached = countCached(tx, service.id);
      deleteService(tx, service.id);
      return cached;
    },
    { durable: true },
  );
  onChanged();
  return { kept };
}

/** Queries the usage despite any pause; a successful reply ends the pause. */
export async function testService(
  context: ManageContext,
  { id }: AppRequest<"services.test">,
): Promise<AppOutput<"services.test">> {
  const { db, clock, effects } = context;
  const service = ownService(db, id);
  const key = effects.secrets.open(service.key);
  if (key === null)
    throw invalidParams("The key was sealed by another installation.", "Enter the service's key again.");
  const reply = await queryUsage(context, service.baseUrl, key);
  const after = write(db, (tx) => {
    const tested = applyReply(ownService(tx, id), reply, clock.now());
    updateService(tx, tested);
    return tested;
  });
  context.onChanged();
  return {
    problem: reply.ok ? null : reply.failure.detail,
    service: toUpstreamSummary(db, after, clock.now()),
  };
}

/** Seals keys stored in plain text before a sealing key existed. */
export function sealOldServiceKeys({ db, effects }: Pick<ServiceContext, "db" | "effects">): void {
  const open = allServices(db).filter(({ key }) => effects.secrets.shouldReseal(key));
  if (open.length === 0) return;
  write(
    db,
    (tx) => {
      for (const service of open) {
        const key = effects.secrets.open(service.key);
        if (key !== null) updateService(tx, { ...service, key: effects.secrets.seal(key) });
      }
    },
    { durable: true },
  );
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** An upstream as shown in the window, without its key. */
function toUpstreamSummary(db: ReadDb, service: StoredService, nowMs: number): ServiceSummary {
  const state = connectionState(service, nowMs);
  const { rateLimit, rateRemaining, rateResetMs, periodEndMs } = service;
  return {
    id: String(service.id),
    name: service.name,
    base_url: service.baseUrl,
    state,
    note: state === "ready" || state === "disabled" ? null : describePause(service, nowMs),
    credits_remaining: service.creditsRemaining,
    credits_limit: service.creditsLimit,
    period_end: periodEndMs === null ? null : utcDay(periodEndMs - 1),
    rate:
      rateLimit === null || rateRemaining === null
        ? null
        : { limit: rateLimit, remaining: rateRemaining, reset_at: isoOrNull(rateResetMs) },
    last_contact_at: isoOrNull(service.lastOkMs),
    added_at: new Date(service.addedMs).toISOString(),
    cached: countCached(db, service.id),
  };
}
