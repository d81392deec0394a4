import { type FormEvent, useState } from "react";
import type { AddLinkResult } from "../../../shared/app/pages.js";
import { Button } from "../../components/button.js";
import { currencies } from "../../lib/currencies.js";
import { formatMoney } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";

interface SayCurrencyProps {
  readonly question: Extract<AddLinkResult, { outcome: "currency" }>;
  readonly isBusy: boolean;
  readonly onSay: (currency: string) => void;
}

/** A price without a currency is never taken for dollars: the shopper says what it is. */
export function SayCurrency({ question, isBusy, onSay }: SayCurrencyProps) {
  const [currency, setCurrency] = useState("USD");
  const { title, price } = question;
  const { adding } = texts();
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSay(currency);
  };
  return (
    <form className="link-question" aria-label={adding.whichCurrency} onSubmit={send}>
      <h2>{title}</h2>
      <p className="quiet">{adding.noCurrency(String(price))}</p>
      <div className="link-currency">
        <label>
          {adding.currency}{" "}
          <select className="field" value={currency} onChange={({ target }) => setCurrency(target.value)}>
            {currencies().map(({ code, name }) => (
              <option key={code} value={code}>
                {code} · {name}
              </option>
            ))}
          </select>
        </label>
        <Button variant="primary" type="submit" disabled={isBusy}>
          {adding.addAt(formatMoney(price, currency))}
        </Button>
      </div>
    </form>
  );
}
