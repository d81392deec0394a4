import { SqliteError } from "better-sqlite3";
import type { InboxEntryType } from "../../../../shared/app/alerts.js";
import type { ReasonClauses } from "../../../../shared/app/reasons.js";
import { isAddition } from "../../../../shared/app/rule-scope.js";
import type { EventData } from "../../../../shared/contract/webhook.js";
import { DAY_MS } from "../../../../shared/time.js";
import { memoriesByRule, saveMemory } from "../../db/alerts/alert-memory.js";
import { rulesOfProduct, type StoredRule } from "../../db/alerts/alert-rule.js";
import { entriesByIds, rulesOfEntry, updateEntry } from "../../db/alerts/inbox.js";
import {
  changesOfRound,
  deleteProblemsOfProduct,
  isWatchedByOwner,
  saveProblem,
} from "../../db/alerts/round.js";
import type { StoredOffer } from "../../db/prices/offer.js";
import { productById } from "../../db/products/product.js";
import { type ReadDb, type WriteDb, withSavepoint } from "../../db/store.js";
import type { ReasonContext } from "../../domain/alerts/clauses.js";
import {
  type AlertDecision,
  canAffect,
  decideAlerts,
  type RuleWithMemory,
} from "../../domain/alerts/decide.js";
import { type AlertFacts, bestQuote, type Quote } from "../../domain/alerts/facts.js";
import type { Firing } from "../../domain/alerts/firing.js";
import { priceBelow } from "../../domain/alerts/level-rule.js";
import { buildReasonClauses, englishReason } from "../../domain/alerts/reason.js";
import { fromMinor, toMinor } from "../../domain/money.js";
import { fromAvailabilityCode } from "../../domain/price-point.js";
import { newEventId } from "../../domain/random-text.js";
import { addAlert, nameListed, queueForChannels } from "../channels/queue-alert.js";
import { type PublishContext, toEventProduct } from "../webhooks/publish-event.js";
import { type RoundSubject, roundFacts } from "./alert-facts.js";

/** An alert before it is recorded. */
export interface Alert {
  readonly type: InboxEntryType;
  readonly data: EventData;
  /** In English. */
  readonly reason: string;
  readonly clauses: ReasonClauses;
  readonly ruleIds: readonly number[];
}

/**
 * A product's target and back-in-stock rules add to the rules for all products. Any other rule of its own, even a
 * disabled one, replaces them.
 */
function activeRules(db: ReadDb, productId: number | null): StoredRule[] {
  const own = productId === null ? [] : rulesOfProduct(db, productId);
  const general = own.every(({ trigger }) => isAddition(trigger.kind)) ? rulesOfProduct(db, null) : [];
  return [...own, ...general].filter(({ isEnabled }) => isEnabled);
}

/** The rules that a round of the product can affect. */
export function affectedRules(db: ReadDb, productId: number | null, hasChanges: boolean): StoredRule[] {
  return activeRules(db, productId).filter((rule) => canAffect(rule, hasChanges));
}

export function withMemories(db: ReadDb, rules: readonly StoredRule[], productKey: string): RuleWithMemory[] {
  const memories = memoriesByRule(db, productKey);
  return rules.map((rule) => ({ rule, memory: memories.get(rule.id) ?? null }));
}

/** Saves what the rules remember, and the rules that failed. */
export function saveDecision(
  tx: WriteDb,
  productKey: string,
  { memories, failures }: Pick<AlertDecision, "memories" | "failures">,
  atMs: number,
): void {
  for (const { ruleId, memory } of memories) saveMemory(tx, productKey, ruleId, memory);
  deleteProblemsOfProduct(tx, productKey);
  for (const { ruleId, error } of failures)
    saveProblem(tx, { productKey, ruleId, atMs, error: String(error) });
}

/**
 * Evaluates a product's rules, and records the alert with the messages of its channels in the transaction that recorded the
 * prices. An evaluation that fails is set aside with its error: the prices stay, and other products go on. Returns the
 * id of the inbox entry, or null without an alert.
 */
export function evaluateRound(tx: WriteDb, context: PublishContext, subject: RoundSubject): number | null {
  const hasChanges = subject.changes.some(({ priceMinor }) => priceMinor !== null);
  return setAsideFailure(tx, { productId: subject.productId, atMs: context.nowMs }, () => {
    const rules = affectedRules(tx, subject.productId, hasChanges);
    // An early exit, because 10,000 products checked hourly end as many rounds.
    const product = rules.length === 0 ? undefined : productById(tx, subject.productId)?.product;
    if (product === undefined) return null;
    const facts = roundFacts(tx, subject, context.nowMs);
    const decision = decideAlerts(withMemories(tx, rules, product.service), facts);
    saveDecision(tx, product.service, decision, context.nowMs);
    const alert = buildAlert(decision.firings, facts, toEventProduct(product, undefined));
    return alert && recordAlert(tx, context, alert);
  });
}

/**
 * Lets a product's rules remember its prices as if they had alerted: prices of before `leftMs` are back, and what these
 * rules have to say of them has been said. Newer rules, and changes that wait for the end of their round, still alert.
 */
export function rememberPrices(
  tx: WriteDb,
  productId: number,
  { nowMs, leftMs }: { readonly nowMs: number; readonly leftMs: number },
): void {
  const product = productById(tx, productId)?.product;
  if (product === undefined || !isWatchedByOwner(tx, productId)) return;
  if (changesOfRound(tx, productId).length > 0) return;
  setAsideFailure(tx, { productId, atMs: nowMs }, () => {
    const known = affectedRules(tx, productId, false).filter(({ createdMs }) => createdMs <= leftMs);
    const rules = withMemories(tx, known, product.service);
    const facts = roundFacts(tx, { productId, fromMs: nowMs, changes: [] }, nowMs);
    saveDecision(tx, product.service, decideAlerts(rules, facts), nowMs);
  });
}

/** Runs a part of a transaction that must not fail the whole: its error is saved instead. */
export function setAsideFailure<T>(
  tx: WriteDb,
  { productId, atMs }: { readonly productId: number | null; readonly atMs: number },
  callback: () => T,
): T | null {
  try {
    return withSavepoint(tx, callback);
  } catch (error) {
    // The disk's or the database's errors fail the whole transaction.
    if (error instanceof SqliteError || !tx.connection.inTransaction) throw error;
    const productKey = productId === null ? undefined : productById(tx, productId)?.product.service;
    if (productKey !== undefined) saveProblem(tx, { productKey, ruleId: null, atMs, error: String(error) });
    return null;
  }
}

/** Adds an alert to the inbox and to its channels, to be announced. */
export function recordAlert(
  tx: WriteDb,
  { nowMs, randomBytes, onEvent }: PublishContext,
  alert: Alert,
): number | null {
  const entry = addAlert(tx, {
    eventId: newEventId(randomBytes),
    isTest: false,
    ...alert,
    receivedMs: nowMs,
  });
  onEvent?.();
  return entry?.id ?? null;
}

/** Another alert, instead of an amendment, for a price that is this much lower (decision 57). */
const anotherAlertPercent = 5;

/**
 * After an alert at the deadline, a later result of the same run replaces what the alert says, silently, or adds another
 * one for a much lower price. Returns the id of the new entry.
 */
export function amendAlert(
  tx: WriteDb,
  context: PublishContext,
  subject: RoundSubject,
  entryId: number,
): number | null {
  const [entry] = entriesByIds(tx, [entryId]);
  const product = productById(tx, subject.productId)?.product;
  if (entry === undefined || product === undefined) return null;
  return setAsideFailure(tx, { productId: subject.productId, atMs: context.nowMs }, () => {
    const fired = rulesOfEntry(tx, entryId);
    const rules = affectedRules(tx, subject.productId, true).filter(({ id }) => fired.includes(id));
    const facts = roundFacts(tx, subject, context.nowMs);
    const repeated = rules.map((rule) => ({ rule, memory: null }));
    const decision = decideAlerts(repeated, facts);
    const alert = buildAlert(decision.firings, facts, toEventProduct(product, undefined));
    const beforeMinor = toMinor(entry.data.price?.current ?? 0);
    const priceMinor = toMinor(alert?.data.price?.current ?? 0);
    if (alert === null || priceMinor === beforeMinor) return null;
    saveDecision(tx, product.service, decision, context.nowMs);
    if (priceMinor <= priceBelow(beforeMinor, anotherAlertPercent)) return recordAlert(tx, context, alert);
    updateEntry(tx, entryId, nameListed(tx, alert));
    // Its rules may have channels that the entry's own rules lack.
    queueForChannels(tx, entryId, { ruleIds: alert.ruleIds, atMs: context.nowMs });
    return null;
  });
}

function isStored(quote: Quote): quote is StoredOffer {
  return "publicId" in quote;
}

/** The best price before a firing; another engine's history is not available. */
function bestBefore(
  { filter, quote }: Firing,
  facts: AlertFacts,
): NonNullable<ReasonContext["bestBefore"]> | null {
  const best = bestQuote(filter, facts.quotes);
  // The dearer of a shop's two packs compares with its own price.
  if (best !== null && best.priceMinor < quote.priceMinor) return null;
  if (facts.changes.length > 0) {
    const before = bestQuote(filter, facts.quotesBefore);
    const own = bestQuote({ ...filter, retailer: quote.retailer }, facts.quotesBefore);
    return before && { priceMinor: before.priceMinor, isElsewhere: before.priceMinor !== own?.priceMinor };
  }
  // A rule that is new, or was snoozed: a price from before yesterday is no news.
  const { last } = facts.past(filter);
  const isNews = last !== null && last.untilMs > facts.nowMs - DAY_MS;
  return isNews ? { priceMinor: last.priceMinor, isElsewhere: false } : null;
}

/** The alert about the most relevant firing, with the reasons of all; null without one. */
export function buildAlert(
  [first, ...others]: readonly Firing[],
  facts: AlertFacts,
  product: EventData["product"],
): Alert | null {
  if (first === undefined) return null;
  const { filter, quote } = first;
  const changed = facts.changes.find(({ after }) => after === quote);
  const before = bestBefore(first, facts);
  const context: ReasonContext = {
    nowMs: facts.nowMs,
    past: facts.past(filter),
    change: changed ? { quote, previousMinor: changed.before.priceMinor } : null,
    isRelease: changed?.isRelease === true,
    elsewhere: bestQuote(
      filter,
      facts.quotes.filter(({ retailer }) => retailer !== quote.retailer),
    ),
    bestBefore: before,
  };
  const clauses = buildReasonClauses([first, ...others], context);
  const previousMinor = before?.priceMinor ?? changed?.before.priceMinor ?? first.previousMinor;
  return {
    type: alertType(clauses, previousMinor, quote),
    data: {
      product: { ...product, ...(isStored(quote) && { url: quote.url }) },
      retailer: quote.retailer,
      price: {
        current: fromMinor(quote.priceMinor),
        previous: previousMinor === null ? null : fromMinor(previousMinor),
        currency: quote.currency,
      },
      availability: availabilityOf(quote, changed),
    },
    reason: englishReason(clauses, facts.nowMs),
    clauses,
    ruleIds: [first, ...others].map(({ rule }) => rule.id),
  };
}

function availabilityOf(
  quote: Quote,
  changed: AlertFacts["changes"][number] | undefined,
): EventData["availability"] {
  const current = fromAvailabilityCode(quote.availability);
  if (current === null) return null;
  const previous = changed === undefined ? null : fromAvailabilityCode(changed.before.availability);
  // A release was in stock already, for the shop; not for the shopper.
  return { current, previous: changed?.isRelease === true ? null : previous };
}

/** The contract's event that says most of it. */
function alertType(
  { head }: ReasonClauses,
  previousMinor: number | null,
  { priceMinor }: Quote,
): Alert["type"] {
  if (head.kind !== "price") return "availability_change";
  return previousMinor !== null && priceMinor < previousMinor ? "price_drop" : "schedule_completion";
}
