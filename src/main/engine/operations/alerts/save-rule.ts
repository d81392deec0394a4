import { isDeepStrictEqual } from "node:util";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { RuleTrigger } from "../../../../shared/app/rules.js";
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
import type { Trigger } from "../../domain/alerts/rule.js";
import { toMinor } from "../../domain/money.js";
import { normaliseHost } from "../../domain/product-url.js";
import type { OperationContext } from "../context.js";
import { ContractError, invalidParams } from "../contract-error.js";
import { knownProduct, toAlertRule } from "./rules.js";

type RuleContext = Pick<OperationContext, "db" | "clock">;
type Wish = AppRequest<"rules.save">;

const rulesMax = 50;

/** Throws `ERR_INVALID_PARAMS` with a sentence for the shopper. */
function readTrigger(trigger: RuleTrigger): Trigger {
  switch (trigger.kind) {
    case "target": {
      const priceMinor = toMinor(trigger.price);
      if (priceMinor < 1 || priceMinor > 1e12)
        throw invalidParams("The target price has to be more than 0.", "Enter an amount such as 249.99.");
      return { kind: "target", priceMinor, currency: trigger.currency };
    }
    case "percent_below":
      if (trigger.percent < 0 || trigger.percent > 95)
        throw invalidParams("The percentage has to be between 0 and 95.", "Enter a number such as 15.");
      return trigger;
    case "new_low":
      if (
        trigger.days !== null &&
        (!Number.isInteger(trigger.days) || trigger.days < 1 || trigger.days > 3_650)
      )
        throw invalidParams(
          "The number of days has to be a whole number between 1 and 3650.",
          "Enter one such as 90.",
        );
      return trigger;
    default:
      return trigger;
  }
}

const domainShape = /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/;

/** A shop as offers name it; a link to it will do. */
function readRetailer(text: string | null): string | null {
  if (text === null || text.trim() === "") return null;
  const link = /^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
  const host = URL.canParse(link) ? normaliseHost(new URL(link).hostname) : "";
  if (!domainShape.test(host))
    throw invalidParams(
      `'${text.trim().slice(0, 80)}' is not a shop's domain.`,
      "Enter it like shop.example, or leave it empty for all shops.",
    );
  return host;
}

type RuleMeant = Pick<StoredRule, "productId" | "trigger" | "retailer" | "condition">;

function meaningOf({ productId, trigger, retailer, condition }: RuleMeant): RuleMeant {
  return { productId, trigger, retailer, condition };
}

function checkPlace(tx: WriteDb, meant: RuleMeant, id: number | undefined): void {
  const others = rulesOfProduct(tx, meant.productId).filter((rule) => rule.id !== id);
  if (others.some((other) => isDeepStrictEqual(meaningOf(other), meant)))
    throw invalidParams("There is such a rule already.", "Change that one, or make this one different.");
  if (others.length >= rulesMax)
    throw invalidParams(`There are ${rulesMax} rules here already.`, "Remove one to add another.");
}

function ruleToReplace(tx: WriteDb, id: number): NamedRule {
  const known = namedRule(tx, id);
  if (known === undefined)
    throw new ContractError("ERR_ENDPOINT_NOT_FOUND", "This rule is gone.", {
      action: "It was removed meanwhile; add it anew.",
    });
  return known;
}

function replace(tx: WriteDb, before: NamedRule, after: StoredRule): void {
  updateRule(tx, after);
  const isOther = !isDeepStrictEqual(meaningOf(before), meaningOf(after));
  if (isOther || (after.isEnabled && !before.isEnabled && after.trigger.kind === "any_change"))
    forgetMemories(tx, after.id);
}

/** Makes or replaces a rule. One that means something else than before has told nothing yet. */
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
      // From now on: without it, the first finished check would have nothing to compare with.
      if (trigger.kind === "any_change" && wish.service !== null && wish.is_enabled)
        saveMemory(tx, wish.service, id, { atMs: nowMs, priceMinor: null, retailer: null });
      const rule = namedRule(tx, id);
      if (rule === undefined) throw new Error("A rule that was just saved is gone.");
      return { rule: toAlertRule(rule) };
    },
    { durable: true },
  );
}
