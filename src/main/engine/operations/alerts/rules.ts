import { isDeepStrictEqual } from "node:util";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { AlertRule, RuleTrigger } from "../../../../shared/app/rules.js";
import { DAY_MS } from "../../../../shared/time.js";
import { deleteMemoriesOfRule } from "../../db/alerts/alert-memory.js";
import {
  allRules,
  deleteRules,
  insertRule,
  productsOfRules,
  type RuleWithProduct,
  rulesForProduct,
  rulesOfProduct,
  ruleWithProduct,
  type StoredRule,
  updateRule,
} from "../../db/alerts/alert-rule.js";
import { activeSnoozes, endSnooze, saveSnooze } from "../../db/alerts/alert-snooze.js";
import { allChannelIds } from "../../db/channels/channel.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { toRequestedTrigger, toTrigger, triggerError } from "../../domain/alerts/kinds.js";
import type { Trigger } from "../../domain/alerts/rule.js";
import { normaliseHost } from "../../domain/product-url.js";
import { aboutProduct, act } from "../acts/perform-act.js";
import { requireProductId } from "../products/require-product.js";
import { invalidParams, notFound, refuse, refused } from "../request/contract-error.js";
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
    snoozes: activeSnoozes(db, nowMs, productId),
  };
}

/** To the shopper, a product's target is not a rule. */
function asTarget(productKey: string | null | undefined, kind: RuleTrigger["kind"] | undefined) {
  return productKey != null && kind === "target" ? { is_target: true as const } : {};
}

export const removeRules = act(
  "rules.remove",
  (tx, { ids }) => {
    const count = new Set(ids).size;
    const first = ruleWithProduct(tx, ids[0] ?? 0);
    const target = count === 1 ? asTarget(first?.productKey, first?.trigger.kind) : {};
    return { title: first?.title ?? null, count, ...target };
  },
  (tx, { nowMs }, { ids }) => {
    // Without rules of its own, a product has those for all products again.
    const products = productsOfRules(tx, ids).filter((productId) => productId !== null);
    for (const productId of products) markForEvaluation(tx, productId, nowMs);
    return { changed: deleteRules(tx, ids) };
  },
);

const maxSnoozeMs = 366 * DAY_MS;

/** Holds back a product's alerts until a time. Those that still apply are raised then. */
export const snoozeProduct = act(
  "rules.snooze",
  aboutProduct,
  (tx, { nowMs }, { product_key, until }) => {
    const productId = requireProductId(tx, product_key);
    if (until === null) {
      endSnooze(tx, productId);
      return { until };
    }
    const untilMs = Date.parse(until);
    if (untilMs <= nowMs) throw refuse("snoozeInPast");
    if (untilMs > nowMs + maxSnoozeMs) throw refuse("snoozeTooLong");
    saveSnooze(tx, productId, untilMs);
    return { until: new Date(untilMs).toISOString() };
  },
  (tx, context, { product_key, until }) => {
    if (until === null) endRound(tx, context, requireProductId(tx, product_key));
  },
);

type SaveRuleRequest = AppRequest<"rules.save">;

export const maxRulesPerProduct = 50;

/** Throws `ERR_INVALID_PARAMS` with a message for the user. */
export function parseTrigger(request: RuleTrigger): Trigger {
  const trigger = toTrigger(request);
  const error = triggerError(trigger);
  if (error !== null) throw refused(error);
  return trigger;
}

const domainPattern = /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/;

/** Normalizes a shop's domain; also accepts a link to the shop. */
export function parseRetailer(text: string | null): string | null {
  if (text === null || text.trim() === "") return null;
  const link = /^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
  const host = URL.canParse(link) ? normaliseHost(new URL(link).hostname) : "";
  if (!domainPattern.test(host)) throw refuse("notADomain", text.trim().slice(0, 80));
  return host;
}

export type RuleDefinition = Pick<StoredRule, "productId" | "trigger" | "retailer" | "condition">;

function toDefinition({ productId, trigger, retailer, condition }: RuleDefinition): RuleDefinition {
  return { productId, trigger, retailer, condition };
}

/**
 * Why a product cannot get this rule; `null` if it can. `id` is the rule that it replaces.
 */
export function findConflict(
  tx: WriteDb,
  definition: RuleDefinition,
  id?: number,
): "exists" | "too_many" | null {
  const others = rulesOfProduct(tx, definition.productId).filter((rule) => rule.id !== id);
  if (others.some((other) => isDeepStrictEqual(toDefinition(other), definition))) return "exists";
  return others.length >= maxRulesPerProduct ? "too_many" : null;
}

function assertNoConflict(tx: WriteDb, definition: RuleDefinition, id: number | undefined): void {
  const conflict = findConflict(tx, definition, id);
  if (conflict === "exists") throw refuse("ruleExists");
  if (conflict === "too_many") throw refuse("tooManyRules", maxRulesPerProduct);
}

function requireRule(tx: WriteDb, id: number): RuleWithProduct {
  const known = ruleWithProduct(tx, id);
  if (known === undefined)
    throw notFound("This rule no longer exists.", "It was removed in the meantime; add it again.");
  return known;
}

function replaceRule(tx: WriteDb, before: RuleWithProduct, after: StoredRule): void {
  updateRule(tx, after);
  if (!isDeepStrictEqual(toDefinition(before), toDefinition(after))) deleteMemoriesOfRule(tx, after.id);
}

/** Each channel once; the rule's own if none are named. Throws `ERR_INVALID_PARAMS` for one that does not exist. */
function parseChannels(
  tx: WriteDb,
  ids: SaveRuleRequest["channels"],
  before: StoredRule | null,
): StoredRule["channels"] {
  if (ids === undefined) return before?.channels ?? null;
  if (ids === null) return null;
  const known = allChannelIds(tx);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw invalidParams(`There is no channel ${unknown}.`, "Select from the channels that exist.");
  return known.filter((id) => ids.includes(id));
}

/** Creates or replaces a rule, and evaluates it. One whose meaning changes loses its memories. */
export const saveRule = act(
  "rules.save",
  (tx, request) => ({
    ...aboutProduct(tx, request),
    ...asTarget(request.product_key, request.trigger.kind),
  }),
  (tx, context, request) => {
    const trigger = parseTrigger(request.trigger);
    const retailer = parseRetailer(request.retailer);
    const productId = request.product_key === null ? null : requireProductId(tx, request.product_key);
    const definition = { productId, trigger, retailer, condition: request.condition };
    assertNoConflict(tx, definition, request.id);
    const before = request.id === undefined ? null : requireRule(tx, request.id);
    const saved = {
      ...definition,
      isEnabled: request.is_enabled,
      createdMs: before?.createdMs ?? context.nowMs,
      channels: parseChannels(tx, request.channels, before),
    };
    const id = before?.id ?? insertRule(tx, saved);
    if (before !== null) replaceRule(tx, before, { ...saved, id });
    const rule = requireRule(tx, id);
    return { rule: toAlertRule(rule) };
  },
  // It may be met already, or one for all products that it does not replace any more. Those are evaluated in the background.
  (tx, context, { product_key, is_enabled }) => {
    if (product_key !== null) endRound(tx, context, requireProductId(tx, product_key));
    else if (is_enabled) markForEvaluation(tx, null, context.nowMs);
    context.onEvent?.();
  },
);
