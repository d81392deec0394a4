import type { InboxEntryType } from "../../../../shared/app/alerts.js";
import type { ReasonHead } from "../../../../shared/app/reasons.js";
import { isUnreached } from "../../../../shared/app/unreached.js";
import { HOUR_MS } from "../../../../shared/time.js";
import { editAt } from "../../db/prices/history-edit.js";
import type { StoredOffer } from "../../db/prices/offer.js";
import { hasGoodCheckSince, type StoredCheck, saveFailureNotified } from "../../db/prices/offer-check.js";
import { productById } from "../../db/products/product.js";
import type { WriteDb } from "../../db/store.js";
import { englishReason } from "../../domain/alerts/reason.js";
import { addAlert } from "../channels/queue-alert.js";
import { type PublishContext, toEventProduct } from "../webhooks/publish-event.js";

/** Consecutive failures that rule out a brief outage. */
const failuresBeforeNotice = 5;
/** From this count on, the shop is blamed even for failures that the local network could cause. */
const failuresBeforeBlamingShop = 20;
const recentCheckWindowMs = 2 * HOUR_MS;

function isShopFailure(tx: WriteDb, { outcome, failures }: StoredCheck, nowMs: number): boolean {
  return (
    !isUnreached(outcome) ||
    failures >= failuresBeforeBlamingShop ||
    hasGoodCheckSince(tx, nowMs - recentCheckWindowMs)
  );
}

function insertHealthEntry(
  tx: WriteDb,
  offer: StoredOffer,
  notice: { readonly type: InboxEntryType; readonly head: ReasonHead; readonly atMs: number },
): void {
  const product = productById(tx, offer.productId)?.product;
  if (product === undefined) return;
  const clauses = { head: notice.head, clauses: [] };
  addAlert(tx, {
    eventId: `${notice.type}_${offer.publicId}_${notice.atMs}`,
    type: notice.type,
    isTest: false,
    data: {
      product: toEventProduct(product, offer.url),
      retailer: offer.retailer,
      price: null,
      availability: null,
    },
    reason: englishReason(clauses, notice.atMs),
    clauses,
    ruleIds: [],
    receivedMs: notice.atMs,
  });
}

/** The shopper knows that the page cannot be read: its present price was entered by hand. */
function isByHand(tx: WriteDb, { id, seenMs }: StoredOffer): boolean {
  return (editAt(tx, id, seenMs)?.after ?? null) !== null;
}

/**
 * Adds an inbox entry once a shop's checks have failed five times in a row, and another once they recover.
 * Runs in the check's transaction.
 */
export function notifyCheckHealth(
  tx: WriteDb,
  { nowMs, onEvent }: PublishContext,
  offer: StoredOffer,
  check: StoredCheck,
): void {
  const { failures, failureNotifiedMs, detail, outcome } = check;
  const { retailer } = offer;
  if (failures === 0 && failureNotifiedMs !== null) {
    saveFailureNotified(tx, offer.id, null);
    const head = { kind: "checks_recovered", retailer } as const;
    insertHealthEntry(tx, offer, { type: head.kind, head, atMs: nowMs });
    onEvent?.();
    return;
  }
  if (failures < failuresBeforeNotice || failureNotifiedMs !== null || !isShopFailure(tx, check, nowMs))
    return;
  if (isByHand(tx, offer)) return;
  saveFailureNotified(tx, offer.id, nowMs);
  const head = {
    kind: "checks_failing",
    retailer,
    failures,
    outcome,
    detail: (detail ?? outcome).replace(/\.$/, ""),
  } as const;
  insertHealthEntry(tx, offer, { type: head.kind, head, atMs: nowMs });
  onEvent?.();
}
