import { maxProductsPerChange } from "../../shared/app/limits.js";
import type { AlertRule } from "../../shared/app/rules.js";
import { chunk } from "../../shared/arrays.js";
import type { CallError, OperationResult } from "../../shared/calls.js";
import type { Offer } from "../../shared/contract/offer.js";
import { isNew } from "../lib/best-offer.js";
import { formatCount, formatMoney, formatPlural } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { actInParts, notifyAct } from "./acts.js";
import { callOnce } from "./call-engine.js";
import { saveRule, showRulesOf } from "./rules.js";
import { watch } from "./watched.js";

/** A rule whose trigger is a target price. */
export interface TargetRule {
  readonly rule: AlertRule;
  readonly price: number;
}

/** Those for used or refurbished things only are rules like others. */
function targetsOf(rules: readonly AlertRule[], currency: string): TargetRule[] {
  return rules.flatMap((rule) => {
    const { product_key: productKey, trigger, condition } = rule;
    const isOwn = productKey !== null && (condition ?? "new") === "new";
    return isOwn && trigger.kind === "target" && trigger.currency === currency
      ? [{ rule, price: trigger.price }]
      : [];
  });
}

/** A product's target in a currency: the highest enabled one, else the highest. */
export function targetRuleOf(rules: readonly AlertRule[], currency: string): TargetRule | null {
  const [first] = targetsOf(rules, currency).sort(
    (one, other) => Number(other.rule.is_enabled) - Number(one.rule.is_enabled) || other.price - one.price,
  );
  return first ?? null;
}

/** The enabled target prices. */
export function targetPrices(rules: readonly AlertRule[], currency: string): number[] {
  return targetsOf(rules, currency)
    .filter(({ rule }) => rule.is_enabled)
    .map(({ price }) => price);
}

interface NewTarget {
  readonly productKey: string;
  readonly currency: string;
  readonly price: number;
  /** The target to change; null adds one. */
  readonly target: TargetRule | null;
  /** If both new and used ones are sold, a new target applies to new ones. */
  readonly offers: readonly Offer[] | null;
}

/** Whether both new and used ones are sold. */
export function hasBoth(offers: readonly Offer[] | null): boolean {
  return (offers ?? []).some(isNew) && (offers ?? []).some((offer) => !isNew(offer));
}

function saveTarget({ productKey, currency, price, target, offers }: NewTarget, partOf?: number) {
  return saveRule({
    ...(partOf !== undefined && { part_of: partOf }),
    ...(target && { id: target.rule.id }),
    product_key: productKey,
    trigger: { kind: "target", price, currency },
    retailer: target?.rule.retailer ?? null,
    condition: target ? target.rule.condition : hasBoth(offers) ? "new" : null,
    is_enabled: true,
  });
}

/** Adds or changes a product's target price; can be undone. Null on success. */
export async function setTarget(newTarget: NewTarget): Promise<CallError | null> {
  const { actId, error } = await saveTarget(newTarget);
  if (error === null) announceTarget(newTarget, actId);
  return error;
}

/** A new target is seen where it was set. */
function announceTarget({ currency, price, target }: NewTarget, actId: number | null): void {
  if (target === null || target.price === price) return;
  const text = texts().product.targetChanged(
    formatMoney(price, currency),
    formatMoney(target.price, currency),
  );
  notifyAct({ topic: "target", text, actId });
}

/** As `setTarget`, and also watches the product, because a target needs checks. Null on success. */
export async function setTargetAndWatch(newTarget: NewTarget): Promise<CallError | null> {
  const { actId, error } = await saveTarget(newTarget);
  if (error) return error;
  announceTarget(newTarget, actId);
  const change = { product_key: newTarget.productKey, schedule: "daily", retailer: null } as const;
  return (await watch([change], actId)).error;
}

/** Rounds a target down: to whole units from 20 on, and to tenths from 2 on. */
function roundTarget(price: number): number {
  const step = price >= 20 ? 1 : price >= 2 ? 0.1 : 0.01;
  return Math.max(0.01, Number((Math.floor(price / step) * step).toFixed(2)));
}

/** A price misread by less leaves a target as useful as it was. */
const grossMisreading = 0.2;

interface Correction {
  readonly from: number;
  readonly to: number;
}

/**
 * Where a target goes that lay below a grossly misread price, and that the right one reaches without a drop; null if it
 * stays. It never moves up, where another shop's price may already reach it.
 */
export function movedTarget(target: number, { from, to }: Correction): number | null {
  if (target >= from || to > target || 1 - to / from < grossMisreading) return null;
  return roundTarget((target * to) / from);
}

/**
 * Moves a target down with a price that was misread as far too high when it was set, as part of the act that corrects the
 * price. Returns the new target; null if it stays.
 */
export async function moveTarget(
  productKey: string,
  currency: string,
  correction: Correction,
  partOf: number | null,
): Promise<number | null> {
  const answer = await callOnce("rules.list", { product_key: productKey });
  const target = answer.ok ? targetRuleOf(answer.data.rules, currency) : null;
  const price = target && movedTarget(target.price, correction);
  if (price === null) return null;
  const { error } = await saveTarget(
    { productKey, currency, price, target, offers: null },
    partOf ?? undefined,
  );
  return error === null ? price : null;
}

type Made = OperationResult<"rules.save_many">;

/** Why products got no target: they have no price because they are out of stock, too many rules, or one already. */
function skippedText(skipped: Made["skipped"]): string {
  const { targetsPriceless, targetsFull, targetsThere } = texts().watchList;
  const sentences = { no_price: targetsPriceless, too_many: targetsFull, exists: targetsThere };
  const parts = Object.entries(sentences).map(([reason, sentence]) => {
    const count = skipped.filter(({ why }) => (why === "unknown" ? "exists" : why) === reason).length;
    return count === 0 ? "" : sentence(formatPlural("product", count));
  });
  return parts.filter(Boolean).join(" ");
}

interface BulkTarget {
  readonly percent: number;
  /** Whether products with a target get this one instead. */
  readonly isReplacing: boolean;
}

/** Sets each product's target to `percent` below its present price; can be undone. Null on success. */
export async function setTargets(
  productKeys: readonly string[],
  { percent, isReplacing }: BulkTarget,
): Promise<CallError | null> {
  const trigger = { kind: "target_percent", percent } as const;
  const inputs = chunk(productKeys, maxProductsPerChange).map((part) => ({
    product_keys: part,
    trigger,
    replaces_targets: isReplacing,
  }));
  const { actId, results, error } = await actInParts("rules.save_many", inputs);
  await showRulesOf(productKeys);
  const made = results.reduce((sum, part) => sum + part.made, 0);
  const skipped = results.flatMap((part) => part.skipped);
  const text = [texts().watchList.targetsSet(made, formatCount(made)), skippedText(skipped)].join(" ").trim();
  if (results.length > 0) notifyAct({ topic: "targets", text, actId: made > 0 ? actId : null });
  return error;
}
