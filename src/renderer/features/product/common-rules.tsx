import type { AlertRule } from "../../../shared/app/rules.js";
import { ruleText } from "../../lib/rule-text.js";
import { go } from "../../stores/navigation.js";

interface CommonRulesProps {
  /** The rules for all products that are switched on. */
  readonly common: readonly AlertRule[];
  /** The product's own. */
  readonly own: readonly AlertRule[];
}

/** Whether the rules for all products hold here, and which those are. */
export function CommonRules({ common, own }: CommonRulesProps) {
  return (
    <p className="common-rules quiet">
      {sentence(common, own)}{" "}
      <button type="button" className="text-button" onClick={() => go({ view: "alerts", tab: "rules" })}>
        See all rules
      </button>
    </p>
  );
}

function sentence(common: readonly AlertRule[], own: readonly AlertRule[]): string {
  if (own.some(({ is_enabled }) => is_enabled))
    return "Only these count here, not the rules for all products.";
  if (own.length > 0) return "All its rules are switched off, so you are told nothing about it.";
  return common.length === 0
    ? "No rule applies, so you are told nothing about it."
    : `The rules for all products apply: ${common.map(ruleText).join(" · ")}.`;
}
