import type { InboxEntry, InboxType } from "../../../shared/app/alerts.js";
import type { ReasonHead } from "../../../shared/app/reasons.js";
import { insertEntry } from "../db/inbox.js";
import type { StoredOffer } from "../db/offer.js";
import { hasGoodCheckSince, noteTrouble, type StoredCheck } from "../db/offer-check.js";
import { productById } from "../db/product.js";
import type { WriteDb } from "../db/store.js";
import { englishReason } from "../domain/alerts/reason.js";
import { HOUR_MS } from "../domain/clock.js";
import { eventProduct } from "./announce.js";

/** Consecutive failures that rule out a brief outage. */
const troubleAfter = 5;
/** From this many on, the shop is blamed even for failures that the local network could cause. */
const certainAfter = 20;
const otherCheckMs = 2 * HOUR_MS;
/** Outcomes that a computer without a network gets from every shop. */
const ownNetwork = new Set(["network", "timeout", "offline"]);

function isShopsFault(tx: WriteDb, { outcome, failures }: StoredCheck, nowMs: number): boolean {
  return !ownNetwork.has(outcome) || failures >= certainAfter || hasGoodCheckSince(tx, nowMs - otherCheckMs);
}

function tell(
  tx: WriteDb,
  offer: StoredOffer,
  note: { readonly type: InboxType; readonly head: ReasonHead; readonly atMs: number },
): InboxEntry | null {
  const product = productById(tx, offer.productId)?.product;
  if (product === undefined) return null;
  const clauses = { head: note.head, clauses: [] };
  return insertEntry(tx, {
    eventId: `${note.type}_${offer.publicId}_${note.atMs}`,
    type: note.type,
    isTest: false,
    data: {
      product: eventProduct(product, offer.url),
      retailer: offer.retailer,
      price: null,
      availability: null,
    },
    reason: englishReason(clauses, note.atMs),
    clauses,
    ruleIds: [],
    receivedMs: note.atMs,
  });
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/**
 * Adds an inbox entry once a shop's checks have failed five times in a row, and another once they recover.
 * Runs in the check's transaction. Returns the new entry, or `null`.
 */
export function tellHealth(
  tx: WriteDb,
  offer: StoredOffer,
  check: StoredCheck,
  nowMs: number,
): InboxEntry | null {
  const { failures, troubleToldMs, detail, outcome } = check;
  const { retailer } = offer;
  if (failures === 0 && troubleToldMs !== null) {
    noteTrouble(tx, offer.id, null);
    const head = { kind: "checks_recovered", retailer } as const;
    return tell(tx, offer, { type: head.kind, head, atMs: nowMs });
  }
  if (failures < troubleAfter || troubleToldMs !== null || !isShopsFault(tx, check, nowMs)) return null;
  noteTrouble(tx, offer.id, nowMs);
  const head = {
    kind: "checks_failing",
    retailer,
    failures,
    outcome,
    detail: withoutStop(detail ?? outcome),
  } as const;
  return tell(tx, offer, { type: head.kind, head, atMs: nowMs });
}
