import { classNames } from "../lib/class-names.js";
import { formatMoney, priceParts } from "../lib/format.js";
import "./price.css";

interface PriceProps {
  readonly amount: number;
  readonly currency: string;
  readonly size: "row" | "hero";
  /** Of a time when it could be bought. */
  readonly isPast?: boolean;
}

/** An amount with raised cents. Screen readers get it in one piece. */
export function Price({ amount, currency, size, isPast = false }: PriceProps) {
  const { before, cents, after } = priceParts(amount, currency);
  return (
    <strong className={classNames("price", `price-${size}`, isPast && "is-past")}>
      <span className="visually-hidden">{formatMoney(amount, currency)}</span>
      <span aria-hidden="true">
        {before}
        {cents && <sup>{cents}</sup>}
        {after}
      </span>
    </strong>
  );
}
