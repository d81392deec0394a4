import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { AlertRule, RuleTrigger } from "../../../../shared/app/rules.js";
import {
  allRules,
  deleteRulesRemovedBefore,
  type NamedRule,
  removeRules as remove,
  restoreRules as restore,
  rulesThatConcern,
} from "../../db/alert-rule.js";
import { deleteSnoozesBefore, endSnooze, saveSnooze, snoozesAt } from "../../db/alert-snooze.js";
import { productIdByService } from "../../db/product.js";
import { type ReadDb, type WriteDb, write } from "../../db/store.js";
import type { Trigger } from "../../domain/alerts/rule.js";
import { DAY_MS } from "../../domain/clock.js";
import { fromMinor } from "../../domain/money.js";
import type { OperationContext } from "../context.js";
import { ContractError, invalidParams } from "../contract-error.js";

type RuleContext = Pick<OperationContext, "db" | "clock">;

/** Throws `ERR_PRODUCT_NOT_FOUND`. */
export function knownProduct(db: ReadDb, service: string): number {
  const id = productIdByService(db, service);
  if (id === undefined)
    throw new ContractError("ERR_PRODUCT_NOT_FOUND", `There is no product '${service.slice(0, 80)}'.`);
  return id;
}

function toTrigger(trigger: Trigger): RuleTrigger {
  if (trigger.kind !== "target") return trigger;
  return { kind: "target", price: fromMinor(trigger.priceMinor), currency: trigger.currency };
}

export function toAlertRule(rule: NamedRule): AlertRule {
  return {
    id: rule.id,
    service: rule.service,
    title: rule.title,
    trigger: toTrigger(rule.trigger),
    retailer: rule.retailer,
    condition: rule.condition,
    is_enabled: rule.isEnabled,
    created_at: new Date(rule.createdMs).toISOString(),
  };
}

/** The rules and snoozes of all, or those that concern one product. */
export function listRules(
  db: ReadDb,
  nowMs: number,
  { service }: AppRequest<"rules.list">,
): AppOutput<"rules.list"> {
  const productId = service === undefined ? null : knownProduct(db, service);
  const rules = productId === null ? allRules(db) : rulesThatConcern(db, productId);
  return {
    rules: rules.map(toAlertRule),
    snoozes: snoozesAt(db, nowMs, productId).map(({ untilMs, ...product }) => ({
      ...product,
      until: new Date(untilMs).toISOString(),
    })),
  };
}

/** The rules stay in the database with what they remember, so that `restoreRules` can undo it. */
export function removeRules(
  context: RuleContext,
  { ids }: AppRequest<"rules.remove">,
): AppOutput<"rules.remove"> {
  return changed(context, (tx) => remove(tx, ids, context.clock.now()));
}

export function restoreRules(
  context: RuleContext,
  { ids }: AppRequest<"rules.restore">,
): AppOutput<"rules.restore"> {
  return changed(context, (tx) => restore(tx, ids));
}

function changed({ db }: RuleContext, work: (tx: WriteDb) => number): { changed: number } {
  return { changed: write(db, work, { durable: true }) };
}

const longestSnoozeMs = 366 * DAY_MS;

/** No alerts of a product until a time; what holds then still is told then. */
export function snoozeProduct(
  { db, clock }: RuleContext,
  { service, until }: AppRequest<"rules.snooze">,
): AppOutput<"rules.snooze"> {
  const nowMs = clock.now();
  const untilMs = until === null ? null : Date.parse(until);
  if (untilMs !== null && untilMs <= nowMs)
    throw invalidParams("Alerts can be put off until a time that is still to come.", "Choose a later one.");
  if (untilMs !== null && untilMs > nowMs + longestSnoozeMs)
    throw invalidParams("Alerts can be put off for a year at most.", "Switch the rules off instead.");
  write(
    db,
    (tx) => {
      const productId = knownProduct(tx, service);
      if (untilMs === null) endSnooze(tx, productId);
      else saveSnooze(tx, productId, untilMs);
    },
    { durable: true },
  );
  return { until: untilMs === null ? null : new Date(untilMs).toISOString() };
}

const removedKeptMs = 30 * DAY_MS;

/** Forgets rules that were removed too long ago for anybody to undo it, and snoozes whose end nobody was there to tell. */
export function purgeRules(db: ReadDb, nowMs: number): void {
  write(db, (tx) => {
    deleteRulesRemovedBefore(tx, nowMs - removedKeptMs);
    deleteSnoozesBefore(tx, nowMs - removedKeptMs);
  });
}
