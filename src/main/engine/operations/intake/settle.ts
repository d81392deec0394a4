import type {
  LeftOut,
  LinkOptions,
  LinkQuestion,
  LinkResult,
  LinkTarget,
} from "../../../../shared/app/links.js";
import { currencyCode } from "../../../../shared/app/primitives.js";
import { reasons } from "../../../../shared/texts/en/reasons.js";
import { type NewAct, recordAct } from "../../db/acts/act.js";
import { rulesOfProduct } from "../../db/alerts/alert-rule.js";
import { reopenByKey, type StoredLink, settleLink, waitingLink } from "../../db/intake/link.js";
import { listById } from "../../db/intake/link-list.js";
import { currencyOfShop } from "../../db/pages/tracked-page.js";
import { offerByPublicId, type StoredOffer } from "../../db/prices/offer.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { closePurchases } from "../../db/watch/purchase.js";
import { scheduleOfProduct } from "../../db/watch/schedule.js";
import { toTrigger } from "../../domain/alerts/kinds.js";
import type { Trigger } from "../../domain/alerts/rule.js";
import { decimalsOf } from "../../extract/amounts/currency.js";
import type { HistoryEntry } from "../../sources/lists/parsed-list.js";
import { currencyOfRule, eligibleOffers } from "../alerts/alert-facts.js";
import { maxRulesPerProduct } from "../alerts/rules.js";
import { createRule } from "../alerts/save-many-rules.js";
import type { AddedPage, SavingPage } from "../pages/save-page.js";
import { addEarlierPrices, earlierPrices, isInCurrency } from "../prices/bring-prices.js";
import { statedPrice } from "../products/best-offer.js";
import { saveSchedule } from "../watch/schedules.js";
import { addTags } from "../watch/tags.js";
import { findKnownLink } from "./known-link.js";

/** Thrown within a transaction that must save nothing, because the link no longer waits as it was read. */
export class LinkGoneError extends Error {
  override readonly name = "LinkGone";
}

/** Thrown within a transaction that must save nothing before the shopper has answered. */
export class UnansweredError extends Error {
  override readonly name = "Unanswered";
  readonly question: LinkQuestion;

  constructor(question: LinkQuestion, message: string) {
    super(message);
    this.question = question;
  }
}

interface LinkedProduct {
  readonly productId: number;
  readonly productKey: string;
  readonly title: string;
}

const anyOffer = { retailer: null, condition: null };

/** What is left out: `what`, if the product has too many rules. */
function addRule(
  tx: WriteDb,
  { productKey }: LinkedProduct,
  what: "target" | "return",
  trigger: Trigger,
  onTargets: "keep" | "replace",
  nowMs: number,
): LeftOut[] {
  const made = createRule(tx, productKey, { filter: anyOffer, onTargets, triggerFor: () => trigger, nowMs });
  return made === "too_many" ? [{ what, detail: String(maxRulesPerProduct) }] : [];
}

/** Adds a link's tags; those that the product has no room for are left out. */
export function addLinkTags(
  tx: WriteDb,
  owner: Parameters<typeof addTags>[1],
  names: readonly string[],
): LeftOut[] {
  const beyond = addTags(tx, owner, names);
  return beyond.length === 0 ? [] : [{ what: "tags", detail: beyond.join(", ") }];
}

function hasTarget(db: ReadDb, { productId }: LinkedProduct, currency: string): boolean {
  return rulesOfProduct(db, productId).some(
    ({ isEnabled, trigger }) => isEnabled && trigger.kind === "target" && trigger.currency === currency,
  );
}

/** The question that a target raises beside prices in a currency; null without one. */
function openTarget(
  { price, currency: named, other_price: other }: LinkTarget,
  currency: string,
): { readonly target: LinkTarget; readonly reason: string } | null {
  const target = { price, currency: named };
  if (other !== undefined && decimalsOf(currencyCode.safeParse(named).data ?? currency) > 0)
    return {
      target: { ...target, other_price: other },
      reason: `Is the target ${price.toLocaleString("en")} or ${other.toLocaleString("en")}?`,
    };
  if (isInCurrency(named, currency)) return null;
  return { target, reason: `The target is ${price} ${named}, but the page's price is in ${currency}.` };
}

/** Whether a rule for all products reports returns to stock. */
function hasReturnRule(db: ReadDb): boolean {
  return rulesOfProduct(db, null).some(
    ({ isEnabled, trigger }) => isEnabled && trigger.kind === "back_in_stock",
  );
}

/**
 * Sets a target in the product's currency; returns why it is not set. A list keeps the target that the product has. Throws
 * `UnansweredError` for a target in another currency, or of two meanings.
 */
function addTarget(
  tx: WriteDb,
  product: LinkedProduct,
  offer: StoredOffer | undefined,
  { listId, options: { target } }: StoredLink,
  nowMs: number,
): LeftOut[] {
  if (target == null) return [];
  const known = offer === undefined ? null : statedPrice(offer).currency;
  const stated = currencyCode.safeParse(target.currency).data ?? null;
  const atShop = offer === undefined ? null : currencyOfShop(tx, offer.retailer);
  const currency =
    known ??
    currencyOfRule(tx, product.productId, eligibleOffers(tx, product.productId))(anyOffer) ??
    stated ??
    atShop;
  if (currency === null) return [{ what: "no price", detail: "" }];
  if (listId !== null && hasTarget(tx, product, currency)) return [];
  const open = openTarget(target, currency);
  if (open !== null) {
    const price = offer === undefined ? null : statedPrice(offer).price;
    throw new UnansweredError(
      { outcome: "target", title: product.title, price, currency, target: open.target },
      open.reason,
    );
  }
  const trigger = toTrigger({ kind: "target", price: target.price, currency });
  return addRule(tx, product, "target", trigger, listId === null ? "replace" : "keep", nowMs);
}

interface Watched {
  readonly wasWatched: boolean;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Watches a product as its link asks; a list leaves what the product has already. A history is merged without events.
 */
function watchProduct(
  tx: WriteDb,
  product: LinkedProduct,
  offer: StoredOffer | undefined,
  link: StoredLink,
  nowMs: number,
): Watched {
  const { productId } = product;
  const { accountId, listId, options, history } = link;
  const known = scheduleOfProduct(tx, accountId, productId);
  const isChanged = listId === null && options.schedule !== undefined;
  if (known === undefined || isChanged) {
    const cadence = options.schedule ?? "daily";
    saveSchedule(tx, { accountId, productId, cadence, retailer: known?.retailer ?? null }, nowMs);
  }
  // A link that the shopper adds is to be watched, also if its product was bought.
  if (listId === null) closePurchases(tx, { accountId, productId });
  const leftOut = addTarget(tx, product, offer, link, nowMs);
  if (options.alerts_on_return === true && !hasReturnRule(tx))
    leftOut.push(...addRule(tx, product, "return", { kind: "back_in_stock" }, "keep", nowMs));
  leftOut.push(...addLinkTags(tx, { accountId, productId }, options.tags ?? []));
  if (offer !== undefined && history !== null)
    // Written by this program, from a parsed file.
    addEarlierPrices(tx, offer, earlierPrices(tx, offer, JSON.parse(history) as HistoryEntry[]));
  return { wasWatched: known !== undefined, leftOut };
}

/** What became of a link that needs no answer. */
interface Settled extends Watched {
  readonly state: "watched" | "known";
  readonly productKey: string;
  readonly title: string;
  /** Null if no page was read. */
  readonly page: AddedPage | null;
}

/** Adds what a link stands for, as a part of the act of its request or list, and settles the link. */
export function settleAs<T extends Settled>(
  tx: WriteDb,
  { id, accountId, client, listId, requestId }: StoredLink,
  { nowMs, isByHand = false }: { readonly nowMs: number; readonly isByHand?: boolean },
  work: () => T,
): { readonly settled: T; readonly actId: number | null } {
  const parentId = requestId ?? (listId === null ? null : (listById(tx, listId)?.actId ?? null));
  const actOf = ({ title }: Settled): NewAct => ({
    accountId,
    client,
    nowMs,
    kind: "links.add",
    subject: { title, count: 1 },
    parentId,
  });
  const { result: settled, actId } = recordAct(tx, actOf, work);
  const { state, productKey, leftOut, title, page, wasWatched } = settled;
  const reason = leftOut.map(({ what, detail }) => reasons.leftOut[what](detail)).join(" ") || null;
  const shown: LinkResult = {
    title,
    was_watched: wasWatched,
    is_by_hand: isByHand,
    left_out: [...leftOut],
    page: page && { ...page, act_id: actId },
  };
  settleLink(tx, id, { state, productKey, reason, question: null, result: shown, actId });
  return { settled, actId };
}

/** The link, if it still waits, with the same options. */
export function findWaiting(db: ReadDb, { id, optionsText }: StoredLink): StoredLink | undefined {
  const link = waitingLink(db, id);
  return link?.optionsText === optionsText ? link : undefined;
}

/** The same; throws `LinkGoneError` without one. */
export function requireWaiting(db: ReadDb, link: StoredLink): StoredLink {
  const waiting = findWaiting(db, link);
  if (waiting === undefined) throw new LinkGoneError("The link no longer waits.");
  return waiting;
}

/** Watches the product of a link that is known already; returns whether it is. */
export function settleKnown(tx: WriteDb, link: StoredLink, nowMs: number): boolean {
  const known = findKnownLink(tx, link.url ?? link.text);
  if (known === null) return false;
  const { title, service: productKey } = known.product;
  const product = { productId: known.id, productKey, title };
  const offer = known.offerId === null ? undefined : offerByPublicId(tx, known.offerId);
  settleAs(tx, link, { nowMs }, () => {
    const watched = watchProduct(tx, product, offer, link, nowMs);
    return { state: "known", productKey, title, page: null, ...watched };
  });
  return true;
}

/**
 * Adds a page, watches its product as the link asks and settles the link in one transaction, so that a killed engine has
 * done all or nothing. Throws `LinkGoneError` if the link no longer waits.
 */
export function settleAdded(read: StoredLink, { isByHand = false } = {}): SavingPage {
  return (tx, nowMs, save) => {
    const link = isByHand ? read : requireWaiting(tx, read);
    const { settled, actId } = settleAs(tx, link, { nowMs, isByHand }, () => {
      const page = save();
      const offer = offerByPublicId(tx, page.offer_id);
      if (offer === undefined) throw new Error("The offer just saved cannot be found.");
      const { product_key: productKey, title } = page;
      const watched = watchProduct(tx, { productId: offer.productId, productKey, title }, offer, link, nowMs);
      const state = page.is_known_page ? "known" : "watched";
      return { state, productKey, title, page, ...watched } as const;
    });
    reopenByKey(tx, link.id, nowMs);
    return { ...settled.page, act_id: actId };
  };
}

/** A click that could not be found again is no answer. */
export function optionsAfter(options: LinkOptions, question: LinkQuestion | null): LinkOptions {
  const { recipe: _lost, ...others } = options;
  return question?.outcome === "unread" ? others : options;
}
