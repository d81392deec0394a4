import type { AlertRule } from "../../../../shared/app/rules.js";
import { ruleText } from "../../../lib/rule-text.js";
import { texts } from "../../../lib/texts.js";
import { go } from "../../../stores/navigation.js";

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
        {texts().alerts.seeAllRules}
      </button>
    </p>
  );
}

function sentence(common: readonly AlertRule[], own: readonly AlertRule[]): string {
  const { alerts } = texts();
  if (own.some(({ is_enabled }) => is_enabled)) return alerts.onlyOwnRules;
  if (own.length > 0) return alerts.ownRulesOff;
  return common.length === 0 ? alerts.noRules : alerts.commonRules(common.map(ruleText).join(" · "));
}
