import type { CSSProperties } from "react";
import { convertAmount } from "../../shared/app/exchange-rates.js";
import { classNames } from "../lib/class-names.js";
import { formatCalendarDay, formatMoney, priceParts } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { useAnswer } from "../stores/answers.js";
import { useSettings } from "../stores/settings.js";
import "./price.css";

interface PriceProps {
  readonly amount: number;
  readonly currency: string;
  readonly size: "row" | "hero";
  /** Shown for a price at which the product is out of stock now. */
  readonly isPast?: boolean;
}

/** An amount with raised cents. Screen readers get it in one piece. */
export function Price({ amount, currency, size, isPast = false }: PriceProps) {
  const { before, cents, after } = priceParts(amount, currency);
  // Raised cents are half as wide.
  const length = before.length + after.length + cents.length / 2;
  return (
    <strong
      className={classNames("price", `price-${size}`, isPast && "is-past")}
      style={{ "--length": length } as CSSProperties}
    >
      <span className="visually-hidden">{formatMoney(amount, currency)}</span>
      <span aria-hidden="true">
        {before}
        {cents && <sup>{cents}</sup>}
        {after}
      </span>
    </strong>
  );
}

interface ApproximateProps {
  readonly amount: number;
  readonly currency: string;
}

/** The approximate amount in the shopper's own currency; nothing unless the settings name one. */
export function Approximate({ amount, currency }: ApproximateProps) {
  const own = useSettings(({ ownCurrency }) => ownCurrency);
  return own === null || own === currency ? null : (
    <Converted amount={amount} currency={currency} own={own} />
  );
}

/** Separate, because rendering it requests the exchange rates. */
function Converted({ amount, currency, own }: ApproximateProps & { readonly own: string }) {
  const rates = useAnswer("rates.read", {}).data?.rates ?? null;
  const converted = rates && convertAmount(amount, currency, own, rates);
  if (rates === null || converted === null) return null;
  const { product } = texts();
  return (
    <span className="quiet approximate" title={product.rateOf(formatCalendarDay(rates.date))}>
      {product.about(formatMoney(converted, own))}
    </span>
  );
}

/** Explains amounts that do not appear: the rates could not be fetched yet. Rendered once the settings name a currency. */
export function MissingRates() {
  const { data } = useAnswer("rates.read", {});
  if (data === null || data.rates !== null) return null;
  return <span role="status">{texts().settings.noRates}</span>;
}
