import { isDeepStrictEqual } from "node:util";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { forgetMemories, saveMemory } from "../../db/alert-memory.js";
import {
  insertRule,
  type NamedRule,
  namedRule,
  rulesOfProduct,
  type StoredRule,
  updateRule,
} from "../../db/alert-rule.js";
import { type WriteDb, write } from "../../db/store.js";
import type { OperationContext } from "../context.js";
import { ContractError, invalidParams } from "../contract-error.js";
import { readRetailer, readTrigger } from "./rule-input.js";
import { knownProduct, toAlertRule } from "./rules.js";

type RuleContext = Pick<OperationContext, "db" | "clock">;
type Wish = AppRequest<"rules.save">;

const rulesMax = 50;

export type RuleMeant = Pick<StoredRule, "productId" | "trigger" | "retailer" | "condition">;

function meaningOf({ productId, trigger, retailer, condition }: RuleMeant): RuleMeant {
  return { productId, trigger, retailer, condition };
}

/**
 * Why a rule cannot be added to those of its product; `null` if it can. `id` names the rule that it replaces.
 */
export function placeProblem(tx: WriteDb, meant: RuleMeant, id?: number): "exists" | "too_many" | null {
  const others = rulesOfProduct(tx, meant.productId).filter((rule) => rule.id !== id);
  if (others.some((other) => isDeepStrictEqual(meaningOf(other), meant))) return "exists";
  return others.length >= rulesMax ? "too_many" : null;
}

function checkPlace(tx: WriteDb, meant: RuleMeant, id: number | undefined): void {
  const problem = placeProblem(tx, meant, id);
  if (problem === "exists")
    throw invalidParams("This rule already exists.", "Change the existing rule, or make this one different.");
  if (problem === "too_many")
    throw invalidParams(`There are already ${rulesMax} rules here.`, "Remove one to add another.");
}

function ruleToReplace(tx: WriteDb, id: number): NamedRule {
  const known = namedRule(tx, id);
  if (known === undefined)
    throw new ContractError("ERR_ENDPOINT_NOT_FOUND", "This rule no longer exists.", {
      action: "It was removed in the meantime; add it again.",
    });
  return known;
}

function replace(tx: WriteDb, before: NamedRule, after: StoredRule): void {
  updateRule(tx, after);
  const isOther = !isDeepStrictEqual(meaningOf(before), meaningOf(after));
  if (isOther || (after.isEnabled && !before.isEnabled && after.trigger.kind === "any_change"))
    forgetMemories(tx, after.id);
}

/** Starts comparing now: otherwise the first completed check would have nothing to compare with. */
export function beginMemory(tx: WriteDb, service: string, { id, trigger }: StoredRule, nowMs: number): void {
  if (trigger.kind === "any_change")
    saveMemory(tx, service, id, { atMs: nowMs, priceMinor: null, retailer: null });
}

/** Creates or replaces a rule. One that now means something else starts without memories. */
export function saveRule({ db, clock }: RuleContext, wish: Wish): AppOutput<"rules.save"> {
  const trigger = readTrigger(wish.trigger);
  const retailer = readRetailer(wish.retailer);
  const nowMs = clock.now();
  return write(
    db,
    (tx) => {
      const productId = wish.service === null ? null : knownProduct(tx, wish.service);
      const meant = { productId, trigger, retailer, condition: wish.condition };
      checkPlace(tx, meant, wish.id);
      const before = wish.id === undefined ? null : ruleToReplace(tx, wish.id);
      const made = { ...meant, isEnabled: wish.is_enabled, createdMs: before?.createdMs ?? nowMs };
      const id = before?.id ?? insertRule(tx, made);
      if (before !== null) replace(tx, before, { ...made, id });
      if (wish.service !== null && wish.is_enabled) beginMemory(tx, wish.service, { ...made, id }, nowMs);
      const rule = namedRule(tx, id);
      if (rule === undefined) throw new Error("The rule just saved cannot be found.");
      return { rule: toAlertRule(rule) };
    },
    { durable: true },
  );
}
