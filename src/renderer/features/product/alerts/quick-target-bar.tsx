import type { AlertRule } from "../../../../shared/app/rules.js";
import type { Offer } from "../../../../shared/contract/offer.js";
import { formatMoney, formatPercent } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { notifyFailure } from "../../../stores/notices.js";
import { setTarget } from "../set-target.js";
import { targetRuleOf } from "../target-rule.js";
import { type QuickTarget, quickTargets } from "./quick-targets.js";

interface QuickTargetBarProps {
  readonly productKey: string;
  readonly currency: string;
  readonly price: number | null;
  readonly lowest: number | null;
  readonly offers: readonly Offer[] | null;
  readonly rules: readonly AlertRule[];
}

/** Targets at one click; each takes the place of the one before. */
export function QuickTargetBar({ price, lowest, rules, ...wish }: QuickTargetBarProps) {
  const { product } = texts();
  const proposals = quickTargets(price, lowest);
  if (proposals.length === 0) return null;
  const target = targetRuleOf(rules, wish.currency);
  const choose = async ({ price: chosen }: QuickTarget) => {
    const error = await setTarget({ ...wish, price: chosen, target });
    if (error) notifyFailure(error);
  };
  return (
    <fieldset className="quick-targets">
      <legend className="visually-hidden">{product.quickTargets}</legend>
      <span className="quiet" aria-hidden="true">
        {product.tellMeAt}
      </span>
      {proposals.map((each) => (
        <button
          key={each.price}
          type="button"
          className="quick-target"
          aria-pressed={target?.rule.is_enabled === true && target.price === each.price}
          onClick={() => void choose(each)}
        >
          {formatMoney(each.price, wish.currency)}{" "}
          <span className="quiet">
            {each.percent === null ? product.lowestEver : product.lessBy(formatPercent(each.percent))}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
