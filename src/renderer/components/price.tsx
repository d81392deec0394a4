import { ArrowDown, ArrowUp } from "lucide-react";
import type { CSSProperties } from "react";
import { convertAmount } from "../../shared/app/exchange-rates.js";
import { gradeText } from "../../shared/texts/sentences.js";
import { classNames } from "../lib/class-names.js";
import { formatCalendarDay, formatMoney, formatPercent, hasMoved, priceParts } from "../lib/format.js";
import { gradeTone } from "../lib/grade.js";
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

/** A price change: down is good. Sign, arrow and colour all say so, and none is needed alone. */
export function PriceChange({ percent }: { readonly percent: number | null }) {
  if (!hasMoved(percent)) return null;
  const isDown = percent < 0;
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <span className={classNames("price-change", isDown ? "is-down" : "is-up")}>
      <Arrow size={13} />
      {isDown ? "−" : "+"}
      {formatPercent(Math.abs(percent))}
    </span>
  );
}

interface GradeBadgeProps {
  /** Letter and optional suffix, such as `A+`; null while there is too little data. */
  readonly grade: string | null;
}

export function GradeBadge({ grade }: GradeBadgeProps) {
  return (
    <span
      className={classNames("grade-badge", `tone-${gradeTone(grade)}`)}
      role="img"
      aria-label={nameOf(grade)}
    >
      {grade === null ? "–" : gradeText(grade)}
    </span>
  );
}

function nameOf(grade: string | null): string {
  const { shown } = texts();
  if (grade === null) return shown.noGrade;
  return shown.grade(grade.replace("-", ` ${shown.minus}`).replace("+", ` ${shown.plus}`));
}
