import { SqliteError } from "better-sqlite3";
import { isAddition } from "../../../../shared/app/rule-scope.js";
import type { EventData } from "../../../../shared/contract/webhook.js";
import { localDay } from "../../../../shared/time.js";
import { deleteMemory, memoriesOf, saveMemory } from "../../db/alerts/alert-memory.js";
import { rulesOfProduct, type StoredRule } from "../../db/alerts/alert-rule.js";
import { entriesByIds, rulesOfEntry, updateEntry } from "../../db/alerts/inbox.js";
import {
  changesOfRound,
  deleteProblemsOfProduct,
  isWatchedByOwner,
  saveProblem,
} from "../../db/alerts/round.js";
import { productById, type StoredProduct } from "../../db/products/product.js";
import { type ReadDb, type WriteDb, withSavepoint } from "../../db/store.js";
import { openPurchase, type StoredPurchase, saveNotifiedPrice } from "../../db/watch/purchase.js";
import { type AlertContent, buildAlert } from "../../domain/alerts/alert.js";
import { canAffect, decideAlerts } from "../../domain/alerts/decide.js";
import type { AlertFacts } from "../../domain/alerts/facts.js";
import { priceBelow } from "../../domain/alerts/level-rule.js";
import { toMinor } from "../../domain/money.js";
import { buildReturnNotice, decideReturn } from "../../domain/purchase.js";
import { newEventId } from "../../domain/random-text.js";
import { addAlert, nameListed } from "../channels/queue-alert.js";
import { type PublishContext, toEventProduct } from "../webhooks/publish-event.js";
import { type RoundSubject, roundFacts } from "./alert-facts.js";

/**
 * A product's target and back-in-stock rules add to the rules for all products. Any other rule of its own, even a
 * disabled one, replaces them.
 */
function activeRules(db: ReadDb, productId: number | null): StoredRule[] {
  const own = productId === null ? [] : rulesOfProduct(db, productId);
  const general = own.every(({ trigger }) => isAddition(trigger.kind)) ? rulesOfProduct(db, null) : [];
  return [...own, ...general].filter(({ isEnabled }) => isEnabled);
}

/** The rules of the product, if its round can affect one: its alert is remembered by others, too. */
export function affectedRules(db: ReadDb, productId: number | null, hasChanges: boolean): StoredRule[] {
  const rules = activeRules(db, productId);
  return rules.some((rule) => canAffect(rule, hasChanges)) ? rules : [];
}

/** What rules are evaluated for. */
interface Evaluation {
  readonly productId: number | null;
  readonly product: EventData["product"];
  readonly rules: readonly StoredRule[];
  readonly facts: AlertFacts;
  /** Rules to evaluate as if they had not fired before: their alert is to be amended. Null without one. */
  readonly reported?: readonly number[] | null;
}

/**
 * Evaluates rules, and saves what they remember and which ones failed. In place of its rules, what was bought has the price
 * paid. Returns the alert, or null without one.
 */
export function evaluateRules(tx: WriteDb, evaluation: Evaluation): AlertContent | null {
  const { productId, product, rules, facts, reported } = evaluation;
  const purchase = productId === null ? undefined : openPurchase(tx, productId);
  if (purchase !== undefined) return evaluatePurchase(tx, purchase, evaluation);
  const { service: productKey } = product;
  const inputs = rules.map((rule) => ({
    rule,
    memories: reported?.includes(rule.id) ? [] : memoriesOf(tx, productKey, rule.id),
  }));
  const { firings, memories, failures } = decideAlerts(inputs, facts);
  for (const { ruleId, currency, memory } of memories)
    if (memory === null) deleteMemory(tx, productKey, ruleId, currency);
    else saveMemory(tx, productKey, ruleId, memory);
  deleteProblemsOfProduct(tx, productKey);
  for (const { ruleId, error } of failures)
    saveProblem(tx, { productKey, ruleId, atMs: facts.nowMs, error: String(error) });
  return buildAlert(firings, facts, product);
}

function evaluatePurchase(
  tx: WriteDb,
  purchase: StoredPurchase,
  { product, facts, reported = null }: Evaluation,
): AlertContent | null {
  const known = reported?.length === 0 ? { ...purchase, notifiedMinor: null } : purchase;
  const worth = decideReturn(known, facts.quotes, localDay(facts.nowMs));
  if (worth === null) return null;
  saveNotifiedPrice(tx, purchase.id, worth.quote.priceMinor);
  return buildReturnNotice(purchase, worth, facts, product);
}

/**
 * Evaluates a product's rules, and records the alert with the messages of its channels in the transaction that recorded the
 * prices. After an alert at the deadline, a later result of the same run amends that entry instead, unless it meets
 * another rule. An evaluation that fails is set aside with its error: the prices stay, and other products go on. Returns
 * the id of a new inbox entry, or null.
 */
export function evaluateRound(
  tx: WriteDb,
  context: PublishContext,
  subject: RoundSubject,
  amendedId: number | null,
): number | null {
  const { productId, changes } = subject;
  const hasChanges = changes.some(({ priceMinor }) => priceMinor !== null);
  return setAsideFailure(tx, { productId, atMs: context.nowMs }, () => {
    const rules = affectedRules(tx, productId, hasChanges);
    // An early exit, because 10,000 products checked hourly end as many rounds.
    const isIdle = rules.length === 0 && openPurchase(tx, productId) === undefined;
    const product = isIdle ? undefined : productById(tx, productId)?.product;
    if (product === undefined) return null;
    const facts = roundFacts(tx, subject, context.nowMs);
    const reported = amendedId === null ? null : rulesOfEntry(tx, amendedId);
    const alert = evaluateRules(tx, {
      productId,
      product: toEventProduct(product, undefined),
      rules,
      facts,
      reported,
    });
    if (alert === null) return null;
    // An alert without rules is about a return.
    const isOfSameKind = (alert.ruleIds.length === 0) === (reported?.length === 0);
    const isAmendment = isOfSameKind && alert.ruleIds.every((id) => reported?.includes(id));
    if (amendedId === null || !isAmendment) return recordAlert(tx, context, alert);
    return amendEntry(tx, context, alert, amendedId);
  });
}

/**
 * Saves what a product's rules would remember if they alerted now, without an alert: an undo has brought back prices from
 * before `leftMs`, which these rules have already reported. Newer rules, and changes in an open round, still alert.
 */
export function rememberPrices(
  tx: WriteDb,
  { id: productId, product }: StoredProduct,
  { nowMs, leftMs }: { readonly nowMs: number; readonly leftMs: number },
): void {
  if (!isWatchedByOwner(tx, productId) || changesOfRound(tx, productId).length > 0) return;
  setAsideFailure(tx, { productId, atMs: nowMs }, () => {
    evaluateRules(tx, {
      productId,
      product: toEventProduct(product, undefined),
      rules: affectedRules(tx, productId, false).filter(({ createdMs }) => createdMs <= leftMs),
      facts: roundFacts(tx, { productId, fromMs: nowMs, changes: [] }, nowMs),
    });
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
function recordAlert(
  tx: WriteDb,
  { nowMs, randomBytes, onEvent }: PublishContext,
  alert: AlertContent,
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

/** Another alert, instead of an amendment, for a price that is this much lower. */
const anotherAlertPercent = 5;

/** Replaces what an entry says, silently, or adds another one for a much lower price. Returns the id of the new entry. */
function amendEntry(
  tx: WriteDb,
  context: PublishContext,
  alert: AlertContent,
  entryId: number,
): number | null {
  const [entry] = entriesByIds(tx, [entryId]);
  const beforeMinor = toMinor(entry?.data.price?.current ?? 0);
  const priceMinor = toMinor(alert.data.price?.current ?? 0);
  if (priceMinor === beforeMinor) return null;
  if (priceMinor <= priceBelow(beforeMinor, anotherAlertPercent)) return recordAlert(tx, context, alert);
  updateEntry(tx, entryId, nameListed(tx, alert));
  return null;
}
