import type { Product } from "../../../../shared/contract/product.js";
import type { ScheduledProduct } from "../../../../shared/contract/schedule.js";
import { localDay } from "../../../../shared/time.js";
import { offersOfProducts } from "../../db/prices/offer.js";
import { mergeTargetId } from "../../db/products/merged-product.js";
import { productById, productIdByKey } from "../../db/products/product.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { write } from "../../db/store.js";
import { closePurchases } from "../../db/watch/purchase.js";
import {
  countSchedules,
  deleteSchedule,
  insertSchedule,
  makeSchedulesDue,
  overdueScheduleIds,
  type StoredSchedule,
  scheduleOfProduct,
  schedulesOfAccount,
  schedulesPastReturn,
  setScheduleDue,
  updateSchedule,
} from "../../db/watch/schedule.js";
import { schedulesCost } from "../../domain/cost.js";
import { normaliseHost } from "../../domain/product-url.js";
import { nextSlotMs, overdueAfterMs, spreadTimes } from "../../domain/schedule-times.js";
import { type ActingContext, aboutProducts, act } from "../acts/perform-act.js";
import { markForEvaluation } from "../alerts/round.js";
import { withMatch } from "../products/read-products.js";
import { requireProductId } from "../products/require-product.js";
import {
  countDistinctProducts,
  resolveIdentifier,
  resolveIdentifiers,
} from "../products/resolve-identifiers.js";
import type { Caller } from "../request/caller.js";
import type { AsyncOperation, Operation, OwnerContext } from "../request/context.js";
import { type ContractRead, type ContractWrite, withoutCharge } from "../request/contract-operation.js";
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
  tx: ReadDb,
  products: readonly { readonly productId: number }[],
): CheckableRetailers {
  const found = new Map<number, Set<string>>();
  const offers = offersOfProducts(tx, [...new Set(products.map(({ productId }) => productId))]);
  for (const { productId, retailer } of filterCheckable(tx, offers))
    found.set(productId, (found.get(productId) ?? new Set()).add(retailer));
  return found;
}

/** Listing as many takes about ten milliseconds. */
const manySchedules = 100;

export function hasManySchedules(db: ReadDb, { accountId }: Caller): boolean {
  return countSchedules(db, accountId) > manySchedules;
}

export const listSchedules: ContractRead<"schedules.list"> = (context) => {
  const { tx, account } = context;
  const schedules = schedulesOfAccount(tx, account.id);
  const checkable = checkableRetailers(tx, schedules);
  const data = schedules.flatMap((schedule) => {
    const stored = productById(tx, schedule.productId);
    return stored === undefined ? [] : [toScheduled(stored.product, schedule, checkable)];
  });
  return withoutCharge({ data });
};

/**
 * One schedule per product and account; a second `PUT` replaces cadence and retailer (decision 25). What was bought
 * and is not checked any more is watched again.
 */
export function saveSchedule(
  tx: WriteDb,
  request: ScheduleTerms & { readonly accountId: number },
  nowMs: number,
): void {
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

export const putSchedules: ContractWrite<"schedules.put"> = (context, request) => {
  const { tx, account, nowMs, effects } = context;
  const retailer = request.retailer === undefined ? null : normaliseHost(request.retailer);
  const cadence = request.schedule;
  const matches = resolveIdentifiers(tx, request.ids);
  const products = [...new Set(matches.map(({ id }) => id))].map((productId) => ({ productId }));
  for (const { productId } of products)
    saveSchedule(tx, { accountId: account.id, productId, cadence, retailer }, nowMs);
  effects.wakeWorker("schedules");
  effects.wakeWorker("alerts");
  const checkable = checkableRetailers(tx, products);
  const data = matches.map((match) =>
    toScheduled(withMatch(match), { productId: match.id, cadence, retailer }, checkable),
  );
  return { result: { data }, credits: schedulesCost(countDistinctProducts(matches)) };
};

function removalMessage(removed: number): string {
  if (removed === 0) return "No scheduled product matched; nothing was removed.";
  return `${removed} ${removed === 1 ? "product is" : "products are"} no longer scheduled.`;
}

/** Identifiers that match nothing or are not scheduled are not an error (decision 25). */
export const deleteSchedules: ContractWrite<"schedules.delete"> = ({ tx, account, effects }, { ids }) => {
  const products = new Set(ids.flatMap((each) => resolveIdentifier(tx, each)?.id ?? []));
  const removed = [...products].filter((productId) => deleteSchedule(tx, account.id, productId)).length;
  effects.wakeWorker("schedules");
  return withoutCharge({ message: removalMessage(removed) });
};

const put = act("watch.put", aboutProducts, (tx, { accountId, nowMs }, request) => {
  const { product_keys: keys, schedule: cadence } = request;
  const retailer = request.retailer === null ? null : normaliseHost(request.retailer);
  const productIds = new Set(keys.flatMap((key) => productIdByKey(tx, key) ?? mergeTargetId(tx, key) ?? []));
  for (const productId of productIds) {
    saveSchedule(tx, { accountId, productId, cadence, retailer }, nowMs);
    closePurchases(tx, { accountId, productId });
  }
  return { watched: productIds.size };
});

/** Watches products, or changes how they are watched. What an upstream knows of them is fetched first. */
export const putWatched: AsyncOperation<"watch.put", ActingContext> = async (context, request) => {
  const { product_keys: ids, schedule } = request;
  await context.effects.fetchMissing({
    caller: { kind: "owner", accountId: context.accountId },
    operation: "schedules.put",
    input: () => ({ ids, schedule }),
    isForwarded: () => false,
  });
  return put(context, request);
};

/** Stops watching products; those that are not watched are left out. */
export const stopWatching = act("watch.stop", aboutProducts, (tx, { accountId }, { product_keys: keys }) => {
  const ids = new Set(keys.flatMap((key) => productIdByKey(tx, key) ?? []));
  return { stopped: [...ids].filter((productId) => deleteSchedule(tx, accountId, productId)).length };
});

/** Spreads out the checks missed while the computer was asleep or off (decision 27). */
export function spreadOverdueSchedules(db: ReadDb, nowMs: number): void {
  const overdue = overdueScheduleIds(db, nowMs - overdueAfterMs);
  const times = spreadTimes(nowMs, overdue.length);
  const moves = overdue.flatMap((id, i) => {
    const dueMs = times[i] ?? nowMs;
    return dueMs > nowMs ? [{ id, dueMs }] : [];
  });
  if (moves.length === 0) return;
  write(db, (tx) => {
    for (const { id, dueMs } of moves) setScheduleDue(tx, id, dueMs);
  });
}

/**
 * Brings scheduled checks forward. They use the usual queue, so a shop is never visited more often than is
 * polite, however often this is called.
 */
export const checkNow: Operation<"schedules.check", OwnerContext> = (context, { product_key }) => {
  const { db, clock, accountId, effects } = context;
  const productId = product_key === undefined ? null : requireProductId(db, product_key);
  const products = write(db, (tx) => makeSchedulesDue(tx, { accountId, productId, nowMs: clock.now() }));
  effects.wakeWorker("schedules");
  return { products };
};
