import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { AlertRule } from "../../../../shared/app/rules.js";
import { DAY_MS } from "../../../../shared/time.js";
import {
  allRules,
  deleteRules,
  productsOfRules,
  type RuleWithProduct,
  rulesForProduct,
  ruleWithProduct,
} from "../../db/alerts/alert-rule.js";
import {
  activeSnoozes,
  deleteSnoozesEndedBefore,
  endSnooze,
  saveSnooze,
} from "../../db/alerts/alert-snooze.js";
import { type ReadDb, write } from "../../db/store.js";
import { toRequestedTrigger } from "../../domain/alerts/kinds.js";
import { aboutProduct, act } from "../acts/perform-act.js";
import { requireProductId } from "../products/require-product.js";
import { invalidParams } from "../request/contract-error.js";
import { endRound, markForEvaluation } from "./round.js";

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

export const removeRules = act(
  "rules.remove",
  (tx, { ids }) => ({ title: ruleWithProduct(tx, ids[0] ?? 0)?.title ?? null, count: new Set(ids).size }),
  (tx, { nowMs }, { ids }) => {
    // Without rules of its own, a product has those for all products again.
    const products = productsOfRules(tx, ids).filter((productId) => productId !== null);
    for (const productId of products) markForEvaluation(tx, productId, nowMs);
    return { changed: deleteRules(tx, ids) };
  },
);

const maxSnoozeMs = 366 * DAY_MS;

/** Holds back a product's alerts until a time. Those that still apply are raised then. */
export const snoozeProduct = act("rules.snooze", aboutProduct, (tx, context, { product_key, until }) => {
  const { nowMs } = context;
  const productId = requireProductId(tx, product_key);
  if (until === null) {
    endSnooze(tx, productId);
    endRound(tx, context, productId);
    return { until };
  }
  const untilMs = Date.parse(until);
  if (untilMs <= nowMs)
    throw invalidParams("Alerts can only be snoozed until a time in the future.", "Choose a later time.");
  if (untilMs > nowMs + maxSnoozeMs)
    throw invalidParams("Alerts can be snoozed for at most a year.", "Disable the rules instead.");
  saveSnooze(tx, productId, untilMs);
  return { until: new Date(untilMs).toISOString() };
});

const endedRetentionMs = 30 * DAY_MS;

/** Deletes snoozes that ended while no app was running. */
export function purgeSnoozes(db: ReadDb, nowMs: number): void {
  write(db, (tx) => deleteSnoozesEndedBefore(tx, nowMs - endedRetentionMs));
}
