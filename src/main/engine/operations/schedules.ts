import type { ContractRequest, ContractResult } from "../../../shared/contract/operations.js";
import type { Product } from "../../../shared/contract/product.js";
import type { Cadence, ScheduledProduct } from "../../../shared/contract/schedule.js";
import { productById } from "../db/product.js";
import {
  deleteSchedule,
  insertSchedule,
  moveSchedule,
  scheduleOf,
  schedulesOfAccount,
  updateSchedule,
} from "../db/schedule.js";
import type { WriteDb } from "../db/store.js";
import { schedulesCost } from "../domain/cost.js";
import { normaliseHost } from "../domain/product-url.js";
import { nextSlot } from "../domain/schedule-times.js";
import type { Priced, Running } from "./contract-operation.js";
import { withMatch } from "./read-products.js";
import { countDistinct, resolveIdentifier, resolveIdentifiers } from "./resolve-identifiers.js";

function toScheduled(product: Product, cadence: Cadence, retailer: string | null): ScheduledProduct {
  return { ...product, schedule: cadence, ...(retailer === null ? {} : { retailer }) };
}

export function listSchedules({ tx, account }: Running): Priced<ContractResult<"schedules.list">> {
  const data = schedulesOfAccount(tx, account.id).flatMap(({ productId, cadence, retailer }) => {
    const stored = productById(tx, productId);
    return stored === undefined ? [] : [toScheduled(stored.product, cadence, retailer)];
  });
  return { result: { data }, credits: 0 };
}

interface Wish {
  readonly accountId: number;
  readonly productId: number;
  readonly cadence: Cadence;
  readonly retailer: string | null;
}

/** One schedule per product and account; a second `PUT` replaces cadence and retailer (decision 25). */
function saveSchedule(tx: WriteDb, wish: Wish, nowMs: number): void {
  const { cadence, retailer } = wish;
  const known = scheduleOf(tx, wish.accountId, wish.productId);
  if (known === undefined) {
    const id = insertSchedule(tx, { ...wish, createdMs: nowMs, dueMs: nowMs });
    moveSchedule(tx, id, nextSlot({ id, createdMs: nowMs }, nowMs, cadence));
    return;
  }
  // An unchanged cadence keeps its next check: repeated requests must not postpone it forever.
  const isSame = known.cadence === cadence;
  const dueMs = isSame ? known.dueMs : nextSlot(known, nowMs, cadence);
  updateSchedule(tx, known.id, { cadence, retailer, dueMs });
}

export function putSchedules(
  { tx, account, nowMs, effects }: Running,
  request: ContractRequest<"schedules.put">,
): Priced<ContractResult<"schedules.put">> {
  const retailer = request.retailer === undefined ? null : normaliseHost(request.retailer);
  const cadence = request.schedule;
  const matches = resolveIdentifiers(tx, request.ids);
  for (const productId of new Set(matches.map(({ id }) => id)))
    saveSchedule(tx, { accountId: account.id, productId, cadence, retailer }, nowMs);
  effects.nudge("schedules");
  return {
    result: { data: matches.map((match) => toScheduled(withMatch(match), cadence, retailer)) },
    credits: schedulesCost(countDistinct(matches)),
  };
}

function removalMessage(removed: number): string {
  if (removed === 0) return "No scheduled product matched; nothing was removed.";
  return `${removed} ${removed === 1 ? "product is" : "products are"} no longer scheduled.`;
}

/** Identifiers that match nothing or are not scheduled are not an error (decision 25). */
export function deleteSchedules(
  { tx, account, effects }: Running,
  { ids }: ContractRequest<"schedules.delete">,
): Priced<ContractResult<"schedules.delete">> {
  const products = new Set(ids.flatMap((each) => resolveIdentifier(tx, each)?.id ?? []));
  const removed = [...products].filter((productId) => deleteSchedule(tx, account.id, productId)).length;
  effects.nudge("schedules");
  return { result: { message: removalMessage(removed) }, credits: 0 };
}
