import { isAddition } from "../../shared/app/rule-scope.js";
import type { AlertRule, PriceBase, RuleTrigger } from "../../shared/app/rules.js";
import { assertNever } from "../../shared/assert-never.js";
import type { Condition } from "../../shared/contract/primitives.js";
import type { Texts } from "../../shared/texts/texts.js";
import { editableAmount, parseAmount } from "./amount.js";
import { formatMoney, formatPercent, formatPlural } from "./format.js";
import { type KnownPrices, proposedTarget } from "./suggested-targets.js";
import { texts } from "./texts.js";

/** The kinds of rule in the form. */
type RuleChoice = keyof Texts["rules"]["choices"];

/** All channels, the selected ones, or none. */
export type SendTo = keyof Texts["rules"]["sendToChoices"];

/** The form's values, as text. Fields of other kinds keep their values. */
export interface RuleDraft {
  readonly choice: RuleChoice;
  readonly price: string;
  readonly currency: string;
  readonly percent: string;
  readonly isEver: boolean;
  readonly days: string;
  readonly retailer: string;
  readonly condition: Condition | "";
  readonly sendTo: SendTo;
  /** Ids of the selected channels. */
  readonly channels: readonly number[];
}

type TriggerKind = RuleTrigger["kind"];
// Indexing a mapped type lets TypeScript match a trigger with its kind's entry in a record.
type Trigger<K extends TriggerKind = TriggerKind> = {
  [P in K]: { readonly kind: P } & Omit<Extract<RuleTrigger, { readonly kind: P }>, "kind">;
}[K];

interface RuleKind<K extends TriggerKind> {
  /** The trigger in words: `Target price $249.99`. */
  readonly text: (trigger: Trigger<K>) => string;
  /** The form's values for a trigger. */
  readonly draft: (trigger: Trigger<K>) => Pick<RuleDraft, "choice"> & Partial<RuleDraft>;
  /** Whether it also reports a return to stock. */
  readonly reportsReturn: boolean;
}

const ruleKinds: { readonly [K in TriggerKind]: RuleKind<K> } = {
  target: {
    text: ({ price, currency }) => texts().rules.target(formatMoney(price, currency)),
    draft: ({ price, currency }) => ({ choice: "target", price: editableAmount(price), currency }),
    reportsReturn: false,
  },
  price_drop: {
    text: ({ percent }) => texts().rules.dropWorthKnowing(formatPercent(percent)),
    draft: ({ percent }) => ({ choice: "drop", percent: String(percent) }),
    reportsReturn: false,
  },
  percent_below: {
    text: percentText,
    draft: ({ base, percent }) => ({ choice: percentChoices[base], percent: String(percent) }),
    reportsReturn: false,
  },
  new_low: {
    text: ({ days }) => {
      const { rules } = texts();
      return days === null ? rules.lowestEver : rules.lowestIn(formatPlural("day", days));
    },
    draft: ({ days }) =>
      days === null ? { choice: "low" } : { choice: "low", isEver: false, days: String(days) },
    reportsReturn: false,
  },
  any_change: {
    text: () => texts().rules.anyChange,
    draft: () => ({ choice: "any" }),
    reportsReturn: true,
  },
  back_in_stock: {
    text: () => texts().rules.backInStock,
    draft: () => ({ choice: "stock" }),
    reportsReturn: true,
  },
};

const percentChoices: { readonly [B in PriceBase]: RuleChoice } = {
  last: "everyDrop",
  median30: "median",
  highest: "highest",
};

interface FormChoice {
  /** The engine validates the figures; the fields accept only numbers. */
  readonly trigger: (draft: RuleDraft) => RuleTrigger;
  /** The field for its figure, if any. */
  readonly figure: "price" | "percent" | "days" | null;
}

/** In the order of the form. */
const formChoices: { readonly [C in RuleChoice]: FormChoice } = {
  target: {
    trigger: ({ price, currency }) => ({ kind: "target", price: parseAmount(price) ?? 0, currency }),
    figure: "price",
  },
  drop: {
    trigger: ({ percent }) => ({ kind: "price_drop", percent: Number(percent) }),
    figure: "percent",
  },
  everyDrop: percentChoice("last"),
  median: percentChoice("median30"),
  highest: percentChoice("highest"),
  low: {
    trigger: ({ isEver, days }) => ({ kind: "new_low", days: isEver ? null : Number(days) }),
    figure: "days",
  },
  stock: { trigger: () => ({ kind: "back_in_stock" }), figure: null },
  any: { trigger: () => ({ kind: "any_change" }), figure: null },
};

function percentChoice(base: PriceBase): FormChoice {
  const trigger = ({ percent }: RuleDraft) =>
    ({ kind: "percent_below", base, percent: Number(percent) }) as const;
  return { trigger, figure: "percent" };
}

export const ruleChoices = Object.keys(formChoices) as RuleChoice[];

/** A rule's trigger in words: `Target price $249.99`. */
export function triggerText<K extends TriggerKind>(trigger: Trigger<K>): string {
  return ruleKinds[trigger.kind].text(trigger);
}

function percentText({ base, percent }: Trigger<"percent_below">): string {
  const { rules } = texts();
  const shown = formatPercent(percent);
  switch (base) {
    case "last":
      return percent === 0 ? rules.anyDrop : rules.drop(shown);
    case "median30":
      return percent === 0 ? rules.underMedian : rules.percentUnderMedian(shown);
    case "highest":
      return percent === 0 ? rules.underHighest : rules.percentUnderHighest(shown);
    default:
      return assertNever(base);
  }
}

/** Whether the effective rules report a return to stock: the product's own, else those for all products. */
export function areTellingOfReturn(rules: readonly AlertRule[]): boolean {
  const own = rules.filter(({ product_key: productKey }) => productKey !== null);
  return (own.every(({ trigger }) => isAddition(trigger.kind)) ? rules : own).some(
    ({ is_enabled, trigger }) => is_enabled && ruleKinds[trigger.kind].reportsReturn,
  );
}

export function newDraft(prices: KnownPrices, condition: Condition | ""): RuleDraft {
  const proposal = proposedTarget(prices);
  return {
    choice: proposal === null ? "drop" : "target",
    price: proposal === null ? "" : editableAmount(proposal),
    currency: prices.currency,
    percent: "5",
    isEver: true,
    days: "90",
    retailer: "",
    condition,
    sendTo: "all",
    channels: [],
  };
}

function triggerDraft<K extends TriggerKind>(trigger: Trigger<K>) {
  return ruleKinds[trigger.kind].draft(trigger);
}

export function draftOf({ trigger, retailer, condition, channels }: AlertRule): RuleDraft {
  return {
    ...newDraft({ price: null, lowest: null, usual: null, currency: "USD" }, condition ?? ""),
    retailer: retailer ?? "",
    sendTo: channels === null ? "all" : channels.length === 0 ? "none" : "some",
    channels: channels ?? [],
    ...triggerDraft(trigger),
  };
}

/** The ids of a rule's channels; null for all. */
export function channelsOf({ sendTo, channels }: RuleDraft): number[] | null {
  switch (sendTo) {
    case "all":
      return null;
    case "some":
      return [...channels];
    case "none":
      return [];
    default:
      return assertNever(sendTo);
  }
}

export function triggerOf(draft: RuleDraft): RuleTrigger {
  return formChoices[draft.choice].trigger(draft);
}

/** Which figure the form asks for; null for none. */
export function figureOf({ choice }: RuleDraft): FormChoice["figure"] {
  return formChoices[choice].figure;
}

export function percentHint(choice: RuleChoice): string {
  const { rules } = texts();
  if (choice === "drop") return rules.dropHint;
  return choice === "everyDrop" ? rules.zeroIsAnyDrop : rules.zeroIsAnythingUnder;
}
