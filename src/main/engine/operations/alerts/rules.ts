import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { AlertRule } from "../../../../shared/app/rules.js";
import { DAY_MS } from "../../../../shared/time.js";
import {
  allRules,
  deleteRulesRemovedBefore,
  markRulesRemoved,
  markRulesRestored,
  productsOfRules,
  type RuleWithProduct,
  rulesForProduct,
} from "../../db/alerts/alert-rule.js";
import {
  activeSnoozes,
  deleteSnoozesEndedBefore,
  endSnooze,
  saveSnooze,
} from "../../db/alerts/alert-snooze.js";
import { productIdByKey } from "../../db/products/product.js";
import { type ReadDb, type WriteDb, write, writeDurably } from "../../db/store.js";
import { toRequestedTrigger } from "../../domain/alerts/kinds.js";
import type { RequestContext } from "../request/context.js";
import { ContractError, invalidParams } from "../request/contract-error.js";
import { createPublishContext } from "../webhooks/publish-event.js";
import { endRound, markForEvaluation } from "./round.js";

/** Throws `ERR_PRODUCT_NOT_FOUND`. */
export function requireProductId(db: ReadDb, productKey: string): number {
  const id = productIdByKey(db, productKey);
  if (id === undefined)
    throw new ContractError("ERR_PRODUCT_NOT_FOUND", `Unknown product '${productKey.slice(0, 80)}'.`);
  return id;
}

export function toAlertRule(rule: RuleWithProduct): AlertRule {
  return {
    id: rule.id,
    product_key: rule.productKey,
    title: rule.title,
    trigger: toRequestedTrigger(rule.trigger),
    retailer: rule.retailer,
    condition: rule.condition,
    is_enabled: rule.isEnabled,
    channels: rule.channels === null ? null : [...rule.channels],
    created_at: new Date(rule.createdMs).toISOString(),
  };
}

/** All rules and snoozes, or those that apply to one product. */
export function listRules(
  db: ReadDb,
  nowMs: number,
  { product_key: productKey }: AppRequest<"rules.list">,
): AppOutput<"rules.list"> {
  const productId = productKey === undefined ? null : requireProductId(db, productKey);
  const rules = productId === null ? allRules(db) : rulesForProduct(db, productId);
  return {
    rules: rules.map(toAlertRule),
    snoozes: activeSnoozes(db, nowMs, productId).map(({ productKey: snoozed, title, untilMs }) => ({
      product_key: snoozed,
      title,
      until: new Date(untilMs).toISOString(),
    })),
  };
}

/** Rules stay in the database with their memories, so that `restoreRules` can undo the removal. */
export function removeRules(
  context: RequestContext,
  { ids, replaced }: AppRequest<"rules.remove">,
): AppOutput<"rules.remove"> {
  return changeDurably(context, (tx, nowMs) => {
    // Without rules of its own, a product has those for all products again.
    const products = productsOfRules(tx, ids).filter((productId) => productId !== null);
    for (const productId of products) markForEvaluation(tx, productId, nowMs);
    const changed = markRulesRemoved(tx, ids, nowMs);
    restoreAll(tx, replaced, nowMs);
    return changed;
  });
}

export function restoreRules(
  context: RequestContext,
  { ids }: AppRequest<"rules.restore">,
): AppOutput<"rules.restore"> {
  return changeDurably(context, (tx, nowMs) => restoreAll(tx, ids, nowMs));
}

/** They may be met by now. */
function restoreAll(tx: WriteDb, ids: readonly number[], nowMs: number): number {
  const changed = markRulesRestored(tx, ids);
  for (const productId of productsOfRules(tx, ids)) markForEvaluation(tx, productId, nowMs);
  return changed;
}

function changeDurably(
  { db, clock, effects }: RequestContext,
  update: (tx: WriteDb, nowMs: number) => number,
): { changed: number } {
  const changed = writeDurably(db, (tx) => update(tx, clock.now()));
  effects.wakeWorker("alerts");
  return { changed };
}

const maxSnoozeMs = 366 * DAY_MS;

/** Holds back a product's alerts until a time. Those that still apply are raised then. */
export function snoozeProduct(
  context: RequestContext,
  { product_key: productKey, until }: AppRequest<"rules.snooze">,
): AppOutput<"rules.snooze"> {
  const publishContext = createPublishContext(context);
  const { nowMs } = publishContext;
  const untilMs = until === null ? null : Date.parse(until);
  if (untilMs !== null && untilMs <= nowMs)
    throw invalidParams("Alerts can only be snoozed until a time in the future.", "Choose a later time.");
  if (untilMs !== null && untilMs > nowMs + maxSnoozeMs)
    throw invalidParams("Alerts can be snoozed for at most a year.", "Disable the rules instead.");
  writeDurably(context.db, (tx) => {
    const productId = requireProductId(tx, productKey);
    if (untilMs !== null) return saveSnooze(tx, productId, untilMs);
    endSnooze(tx, productId);
    endRound(tx, publishContext, productId);
  });
  return { until: untilMs === null ? null : new Date(untilMs).toISOString() };
}

const removedRetentionMs = 30 * DAY_MS;

/** Deletes rules removed too long ago to be restored, and snoozes that ended while no app was running. */
export function purgeRules(db: ReadDb, nowMs: number): void {
  write(db, (tx) => {
    deleteRulesRemovedBefore(tx, nowMs - removedRetentionMs);
    deleteSnoozesEndedBefore(tx, nowMs - removedRetentionMs);
  });
}
