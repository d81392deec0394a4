import { classNames } from "../lib/class-names.js";
import { formatPercent, formatShortMoney } from "../lib/format.js";
import { type KnownPrices, suggestTargets } from "../lib/suggested-targets.js";
import { texts } from "../lib/texts.js";

interface SuggestedTargetsProps {
  readonly prices: KnownPrices;
  readonly selected: number | null;
  readonly onSelect: (price: number) => void;
}

/** Targets at one click, by name and price. */
export function SuggestedTargets({ prices, selected, onSelect }: SuggestedTargetsProps) {
  const { suggestedTargets, suggested } = texts().product;
  const suggestions = suggestTargets(prices);
  if (suggestions.length === 0) return null;
  return (
    <fieldset className="line wraps gap-1">
      <legend className="visually-hidden">{suggestedTargets}</legend>
      {suggestions.map(({ name, price }) => (
        <button
          key={name}
          type="button"
          className={classNames("chip small strong hovers", selected === price && "is-selected")}
          aria-pressed={selected === price}
          onClick={() => onSelect(price)}
        >
          <span className="plain quiet">
            {typeof name === "number" ? `−${formatPercent(name)}` : suggested[name]}
          </span>{" "}
          {formatShortMoney(price, prices.currency)}
        </button>
      ))}
    </fieldset>
  );
}
