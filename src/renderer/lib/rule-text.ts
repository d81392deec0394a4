import type { ChannelSummary } from "../../shared/app/channels.js";
import type { AlertRule } from "../../shared/app/rules.js";
import type { Condition } from "../../shared/contract/primitives.js";
import { triggerText } from "./rule-kinds.js";
import { shopName } from "./shop-name.js";
import { texts } from "./texts.js";

/** The names of the conditions. */
export function conditionNames(): Readonly<Record<Condition, string>> {
  return texts().rules.conditions;
}

type Worded = Pick<AlertRule, "trigger" | "retailer" | "condition">;

/** The scope of a rule: `at shop.example, new only`; empty for all offers. */
export function filterText({ retailer, condition }: Omit<Worded, "trigger">): string {
  return [
    retailer === null ? "" : texts().rules.atShop(shopName(retailer)),
    condition === null ? "" : texts().rules.onlyCondition[condition],
  ]
    .filter(Boolean)
    .join(", ");
}

/** Where its alerts are sent: `sent to Phone, Mail`; empty for all channels, and while there are none. */
export function channelsText(
  { channels: ids }: Pick<AlertRule, "channels">,
  channels: readonly ChannelSummary[],
): string {
  if (ids === null || channels.length === 0) return "";
  const names = channels.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const { rules } = texts();
  return names.length === 0 ? rules.onlyHere : rules.sentTo(names.join(", "));
}

/** A whole rule in words. */
export function ruleText(rule: Worded): string {
  return [triggerText(rule.trigger), filterText(rule)].filter(Boolean).join(" ");
}
