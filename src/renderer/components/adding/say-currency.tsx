import type { AddLinkResult } from "../../../shared/app/pages.js";
import { currencyChoices } from "../../lib/currencies.js";
import { formatAmount, formatMoneyWithCode } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { Button } from "../button.js";
import { MenuButton } from "../menu-button.js";

interface SayCurrencyProps {
  readonly question: Extract<AddLinkResult, { outcome: "currency" }>;
  readonly onSay: (currency: string) => void;
}

/** The most common currencies; the menu has the others. */
const likely = ["USD", "EUR", "GBP", "CAD", "AUD"] as const;

/** A price without a currency is never assumed to be in dollars: the shopper selects the currency. */
export function SayCurrency({ question: { title, price, sign, possible }, onSay }: SayCurrencyProps) {
  const { adding } = texts();
  const codes = [...new Set(sign === null ? [...possible, ...likely] : possible)];
  return (
    <section className="add-message" aria-label={adding.whichCurrency}>
      <h2>{title}</h2>
      <p className="quiet">
        {sign === null ? adding.noCurrency(formatAmount(price)) : adding.sharedSign(sign)}
      </p>
      <div className="add-ways">
        {codes.slice(0, likely.length).map((code) => (
          <Button key={code} onClick={() => onSay(code)}>
            {formatMoneyWithCode(price, code)}
          </Button>
        ))}
        <MenuButton
          label={adding.currency}
          placeholder={adding.otherCurrency}
          choices={currencyChoices()}
          value={null}
          onChoose={onSay}
        />
      </div>
    </section>
  );
}
