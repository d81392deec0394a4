import type { ActSubject } from "../../../../shared/app/acts.js";
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
import { productIdByKey } from "../../db/products/product.js";
import { type ReadDb, write } from "../../db/store.js";
import { toRequestedTrigger } from "../../domain/alerts/kinds.js";
import { type ActingContext, performAct, subjectOf } from "../acts/perform-act.js";
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

/** The products of rules, for the act about them. */
function subjectOfRules(db: ReadDb, ids: readonly number[]): ActSubject {
  const [first = 0] = ids;
  return { title: ruleWithProduct(db, first)?.title ?? null, count: new Set(ids).size };
}

export function removeRules(
  context: ActingContext,
  { ids, part_of: partOf }: AppRequest<"rules.remove">,
): AppOutput<"rules.remove"> {
  const subject = (tx: ReadDb) => subjectOfRules(tx, ids);
  const removed = performAct(context, "rules.remove", { subject, partOf }, (tx) => {
    // Without rules of its own, a product has those for all products again.
    const products = productsOfRules(tx, ids).filter((productId) => productId !== null);
    for (const productId of products) markForEvaluation(tx, productId, context.clock.now());
    return { changed: deleteRules(tx, ids) };
  });
  context.effects.wakeWorker("alerts");
  return removed;
}

const maxSnoozeMs = 366 * DAY_MS;

/** Holds back a product's alerts until a time. Those that still apply are raised then. */
export function snoozeProduct(
  context: ActingContext,
  { product_key: productKey, until }: AppRequest<"rules.snooze">,
): AppOutput<"rules.snooze"> {
  const publishContext = createPublishContext(context);
  const { nowMs } = publishContext;
  const untilMs = until === null ? null : Date.parse(until);
  if (untilMs !== null && untilMs <= nowMs)
    throw invalidParams("Alerts can only be snoozed until a time in the future.", "Choose a later time.");
  if (untilMs !== null && untilMs > nowMs + maxSnoozeMs)
    throw invalidParams("Alerts can be snoozed for at most a year.", "Disable the rules instead.");
  const subject = (tx: ReadDb) => subjectOf(tx, [productKey]);
  return performAct(context, "rules.snooze", { subject }, (tx) => {
    const productId = requireProductId(tx, productKey);
    if (untilMs !== null) saveSnooze(tx, productId, untilMs);
    else {
      endSnooze(tx, productId);
      endRound(tx, publishContext, productId);
    }
    return { until: untilMs === null ? null : new Date(untilMs).toISOString() };
  });
}

const endedRetentionMs = 30 * DAY_MS;

/** Deletes snoozes that ended while no app was running. */
export function purgeSnoozes(db: ReadDb, nowMs: number): void {
  write(db, (tx) => deleteSnoozesEndedBefore(tx, nowMs - endedRetentionMs));
}
