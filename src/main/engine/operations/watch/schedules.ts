import type { ContractRequest, ContractResult } from "../../../../shared/contract/operations.js";
import type { Product } from "../../../../shared/contract/product.js";
import type { Cadence, ScheduledProduct } from "../../../../shared/contract/schedule.js";
import { localDay } from "../../../../shared/time.js";
import { offersOfProducts } from "../../db/prices/offer.js";
import { productById } from "../../db/products/product.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { closePurchases } from "../../db/watch/purchase.js";
import {
  countSchedules,
  deleteSchedule,
  insertSchedule,
  type StoredSchedule,
  scheduleOfProduct,
  schedulesOfAccount,
  schedulesPastReturn,
  setScheduleDue,
  updateSchedule,
} from "../../db/watch/schedule.js";
import { schedulesCost } from "../../domain/cost.js";
import { normaliseHost } from "../../domain/product-url.js";
import { nextSlotMs } from "../../domain/schedule-times.js";
import { markForEvaluation } from "../alerts/round.js";
import { withMatch } from "../products/read-products.js";
import {
  countDistinctProducts,
  resolveIdentifier,
  resolveIdentifiers,
} from "../products/resolve-identifiers.js";
import type { Caller } from "../request/caller.js";
import type { ContractContext, PricedResult, ReadContext } from "../request/contract-operation.js";
import { filterCheckable } from "./schedule-run.js";

type ScheduleTerms = Pick<StoredSchedule, "productId" | "cadence" | "retailer">;

/** Decision 54: a schedule without an offer that a source can check says so. */
function toScheduled(
  product: Product,
  { productId, cadence, retailer }: ScheduleTerms,
  checkable: CheckableRetailers,
): ScheduledProduct {
  const retailers = checkable.get(productId);
  const isCheckable = retailer === null ? retailers !== undefined : retailers?.has(retailer) === true;
  return {
    ...product,
    schedule: cadence,
    ...(retailer === null ? {} : { retailer }),
    ...(isCheckable ? {} : { checkable: false }),
  };
}

/** The retailers with an offer that a source can check, by product id. */
type CheckableRetailers = ReadonlyMap<number, ReadonlySet<string>>;

function checkableRetailers(
  { tx }: Pick<ReadContext, "tx">,
  productIds: readonly number[],
): CheckableRetailers {
  const found = new Map<number, Set<string>>();
  const offers = offersOfProducts(tx, [...new Set(productIds)]);
  for (const { productId, retailer } of filterCheckable(tx, offers))
    found.set(productId, (found.get(productId) ?? new Set()).add(retailer));
  return found;
}

/** Listing as many takes about ten milliseconds. */
const manySchedules = 100;

export function hasManySchedules(db: ReadDb, { accountId }: Caller): boolean {
  return countSchedules(db, accountId) > manySchedules;
}

export function listSchedules(context: ReadContext): PricedResult<ContractResult<"schedules.list">> {
  const { tx, account } = context;
  const schedules = schedulesOfAccount(tx, account.id);
  const checkable = checkableRetailers(
    context,
    schedules.map(({ productId }) => productId),
  );
  const data = schedules.flatMap((schedule) => {
    const stored = productById(tx, schedule.productId);
    return stored === undefined ? [] : [toScheduled(stored.product, schedule, checkable)];
  });
  return { result: { data }, credits: 0 };
}

interface ScheduleRequest {
  readonly accountId: number;
  readonly productId: number;
  readonly cadence: Cadence;
  readonly retailer: string | null;
}

/**
 * One schedule per product and account; a second `PUT` replaces cadence and retailer (decision 25). What was bought
 * and is not checked any more is watched again.
 */
export function saveSchedule(tx: WriteDb, request: ScheduleRequest, nowMs: number): void {
  const { cadence, retailer } = request;
  const existing = scheduleOfProduct(tx, request.accountId, request.productId);
  const skipped = schedulesPastReturn(tx, localDay(nowMs));
  if (existing === undefined || skipped.some(({ id }) => id === existing.id)) closePurchases(tx, request);
  if (existing === undefined) {
    const id = insertSchedule(tx, { ...request, createdMs: nowMs, dueMs: nowMs });
    setScheduleDue(tx, id, nextSlotMs({ id, createdMs: nowMs }, nowMs, cadence));
    markForEvaluation(tx, request.productId, nowMs);
    return;
  }
  // The next check stays if the cadence does: repeated requests must not postpone it forever.
  const isSame = existing.cadence === cadence;
  const dueMs = isSame ? existing.dueMs : nextSlotMs(existing, nowMs, cadence);
  updateSchedule(tx, existing.id, { cadence, retailer, dueMs });
}

export function putSchedules(
  context: ContractContext,
  request: ContractRequest<"schedules.put">,
): PricedResult<ContractResult<"schedules.put">> {
  const { tx, account, nowMs, effects } = context;
  const retailer = request.retailer === undefined ? null : normaliseHost(request.retailer);
  const cadence = request.schedule;
  const matches = resolveIdentifiers(tx, request.ids);
  for (const productId of new Set(matches.map(({ id }) => id)))
    saveSchedule(tx, { accountId: account.id, productId, cadence, retailer }, nowMs);
  effects.wakeWorker("schedules");
  effects.wakeWorker("alerts");
  const checkable = checkableRetailers(
    context,
    matches.map(({ id }) => id),
  );
  const data = matches.map((match) =>
    toScheduled(withMatch(match), { productId: match.id, cadence, retailer }, checkable),
  );
  return {
    result: { data },
    credits: schedulesCost(countDistinctProducts(matches)),
  };
}

function removalMessage(removed: number): string {
  if (removed === 0) return "No scheduled product matched; nothing was removed.";
  return `${removed} ${removed === 1 ? "product is" : "products are"} no longer scheduled.`;
}

/** Identifiers that match nothing or are not scheduled are not an error (decision 25). */
export function deleteSchedules(
  { tx, account, effects }: ContractContext,
  { ids }: ContractRequest<"schedules.delete">,
): PricedResult<ContractResult<"schedules.delete">> {
  const products = new Set(ids.flatMap((each) => resolveIdentifier(tx, each)?.id ?? []));
  const removed = [...products].filter((productId) => deleteSchedule(tx, account.id, productId)).length;
  effects.wakeWorker("schedules");
  return { result: { message: removalMessage(removed) }, credits: 0 };
}
