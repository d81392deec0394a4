import type { OperationName } from "../../shared/calls.js";

/** Reading that costs credits. Everything else may be asked again without the user's word. */
const paid: ReadonlySet<OperationName> = new Set<OperationName>([
  "products.get",
  "products.search",
  "offers.get",
  "offers.history",
  "reviews.get",
  "deals.list",
]);

const paidMaxAgeMs = 15 * 60_000;
/** Free of charge, yet not asked twice when a view mounts twice in a row. */
const freeMaxAgeMs = 1_000;

export function isPaid(operation: OperationName): boolean {
  return paid.has(operation);
}

/** How long an answer is shown to a view that mounts, before it is asked for again. */
export function maxAgeMs(operation: OperationName): number {
  return isPaid(operation) ? paidMaxAgeMs : freeMaxAgeMs;
}
