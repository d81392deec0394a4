import { Segmented } from "../../components/segmented.js";
import { texts } from "../../lib/texts.js";
import type { Prices } from "./use-prices.js";

/** Where shops ask in several currencies: one at a time, because they are never compared with each other. */
export function CurrencyChoice({ currency, currencies, onCurrency }: Prices) {
  if (currencies.length < 2) return null;
  return (
    <div className="currency-choice">
      <Segmented
        label={texts().product.currency}
        segments={currencies.map((code) => ({ value: code, label: code }))}
        value={currency}
        onChange={onCurrency}
      />
      <span className="quiet">{texts().product.notCompared}</span>
    </div>
  );
}
