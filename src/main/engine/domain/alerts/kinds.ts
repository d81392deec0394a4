import { maxPrice } from "../../../../shared/app/limits.js";
import type { ReasonClause } from "../../../../shared/app/reasons.js";
import type { PlainRefusalKind } from "../../../../shared/texts/refusal.js";
import { fromMinor, toMinor } from "../money.js";
import { describeRefusal, type Refused } from "../refusal.js";
import { decideAnyChange, decideDrop, decideStock } from "./change-rule.js";
import {
  dropClause,
  highestClause,
  lowClause,
  medianClause,
  previousPriceClause,
  type ReasonContext,
  targetClause,
} from "./clauses.js";
import { canBeBought, type Decision, type DecisionInput, type Firing } from "./facts.js";
import { decideLevel, decidePriceDrop, newLowLevel, percentLevel, targetLevel } from "./level-rule.js";
import type { RequestedTrigger, Trigger, TriggerKind } from "./rule.js";

interface Behaviour {
  /** Lower is more relevant: the user's own target first, a mere change last. */
  readonly rank: number;
  /** Only offers in this currency count; that of the best price if null. */
  readonly currency: string | null;
  /** Whether the rule can fire, or its memory change, although no price has changed: time alone can move a level. */
  readonly canFireUnchanged: boolean;
  readonly decide: (input: DecisionInput) => Decision;
  /** The rule's own clause of the reason; `null` if the head of the sentence covers it. */
  readonly clause: (firing: Firing, context: ReasonContext) => ReasonClause | null;
  /** Whether the head of the reason says that the product is back in stock. */
  readonly isAboutReturn: boolean;
}

interface AlertKind<K extends TriggerKind> {
  readonly fromRequest: (trigger: RequestedTrigger<K>) => Trigger<K>;
  readonly toRequest: (trigger: Trigger<K>) => RequestedTrigger<K>;
  readonly validate: (trigger: Trigger<K>) => Refused | null;
  readonly behaviour: (trigger: Trigger<K>) => Behaviour;
}

/** Watches the level of the best price. */
const levelWatch = { currency: null, isAboutReturn: false, canFireUnchanged: true };

/** Watches changes of prices and stock. */
const changeWatch = { currency: null, isAboutReturn: false, canFireUnchanged: false };

function identity<T>(value: T): T {
  return value;
}

/** A kind without amounts, whose fields are all valid. */
const plain = { fromRequest: identity, toRequest: identity, validate: () => null };

function refusedUnless(isValid: boolean, kind: PlainRefusalKind): Refused | null {
  return isValid ? null : describeRefusal(kind);
}

function percentBehaviour({ base, percent }: Trigger<"percent_below">): Behaviour {
  if (base === "last")
    return {
      ...changeWatch,
      rank: 5,
      decide: (input) => decideDrop(input, percent),
      clause: ({ quote, previousMinor }, context) => previousPriceClause(quote, previousMinor, context),
    };
  return {
    ...levelWatch,
    rank: 3,
    decide: (input) => decideLevel(input, percentLevel(base, percent)),
    clause: ({ quote, reference }) =>
      base === "median30" ? medianClause(quote, reference) : highestClause(quote, reference),
  };
}

const alertKinds: { readonly [K in TriggerKind]: AlertKind<K> } = {
  target: {
    fromRequest: ({ kind, price, currency }) => ({ kind, priceMinor: toMinor(price), currency }),
    toRequest: ({ kind, priceMinor, currency }) => ({ kind, price: fromMinor(priceMinor), currency }),
    validate: ({ priceMinor }) =>
      refusedUnless(priceMinor >= 1 && priceMinor <= toMinor(maxPrice), "wrongTarget"),
    behaviour: ({ priceMinor, currency }) => ({
      ...levelWatch,
      rank: 0,
      currency,
      decide: (input) => decideLevel(input, targetLevel(priceMinor)),
      clause: ({ quote }) => targetClause(quote, priceMinor, currency),
    }),
  },
  percent_below: {
    ...plain,
    validate: ({ percent }) => refusedUnless(percent >= 0 && percent <= 95, "percentFrom0"),
    behaviour: percentBehaviour,
  },
  price_drop: {
    ...plain,
    validate: ({ percent }) => refusedUnless(percent >= 1 && percent <= 95, "percentFrom1"),
    behaviour: ({ percent }) => ({
      ...changeWatch,
      rank: 5,
      decide: (input) => decidePriceDrop(input, percent),
      clause: ({ quote, previousMinor }, context) => dropClause(quote, previousMinor, percent, context),
    }),
  },
  new_low: {
    ...plain,
    validate: ({ days }) =>
      refusedUnless(days === null || (Number.isInteger(days) && days >= 1 && days <= 3_650), "wrongDays"),
    behaviour: ({ days }) => ({
      ...levelWatch,
      rank: days === null ? 1 : 2,
      decide: (input) => decideLevel(input, newLowLevel(days)),
      clause: ({ quote }, context) => lowClause(quote, days, context),
    }),
  },
  any_change: {
    ...plain,
    behaviour: () => ({
      ...changeWatch,
      rank: 6,
      decide: decideAnyChange,
      clause: ({ quote, previousMinor }, context) =>
        canBeBought(quote) ? previousPriceClause(quote, previousMinor, context) : null,
    }),
  },
  back_in_stock: {
    ...plain,
    behaviour: () => ({
      ...changeWatch,
      rank: 4,
      decide: decideStock,
      clause: () => null,
      isAboutReturn: true,
    }),
  },
};

/** A request's trigger with amounts in minor units, not yet validated. */
export function toTrigger<K extends TriggerKind>(request: RequestedTrigger<K>): Trigger<K> {
  return alertKinds[request.kind].fromRequest(request);
}

/** A trigger as the API states it, with amounts in main units. */
export function toRequestedTrigger<K extends TriggerKind>(trigger: Trigger<K>): RequestedTrigger<K> {
  return alertKinds[trigger.kind].toRequest(trigger);
}

/** `null` if the trigger is valid. */
export function triggerError<K extends TriggerKind>(trigger: Trigger<K>): Refused | null {
  return alertKinds[trigger.kind].validate(trigger);
}

export function behaviourOf<K extends TriggerKind>(trigger: Trigger<K>): Behaviour {
  return alertKinds[trigger.kind].behaviour(trigger);
}
