import { ArrowBigUp } from "lucide-react";
import type { Deal } from "../../shared/contract/deal.js";
import { formatAge, formatCount, formatMoney, formatPercent, percentBelow } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { useNow } from "../lib/use-now.js";
import { GradeBadge } from "./grade-badge.js";
import { Price } from "./price.js";
import "./deal-row.css";

interface DealRowProps {
  readonly deal: Deal;
  readonly onOpen: () => void;
}

/** A deal in a list that is only a taste; the Deals themselves show all of it. */
export function DealRow({ deal, onOpen }: DealRowProps) {
  const nowMs = useNow();
  const { shown } = texts();
  return (
    <button type="button" data-row className="row deal-row" onClick={onOpen}>
      <span className="deal-emoji" aria-hidden="true">
        {deal.emoji}
      </span>
      <span className="row-text">
        <span className="row-title truncate">{deal.title}</span>
        <span className="deal-facts quiet">
          {deal.retailer.name} · {formatAge(deal.created_at, nowMs)} ·{" "}
          <ArrowBigUp size={13} aria-hidden="true" />
          <span className="visually-hidden">{shown.votes} </span>
          {formatCount(deal.votes.score)}
        </span>
      </span>
      <DealPrice deal={deal} />
      <GradeBadge grade={`${deal.grade.letter}${deal.grade.suffix}`} />
    </button>
  );
}

export function DealPrice({ deal }: { readonly deal: Deal }) {
  const { current, original, currency } = deal.pricing;
  const percent = percentBelow(current, original);
  return (
    <span className="deal-price">
      <Price amount={current} currency={currency} size="row" />
      {percent >= 1 && (
        <span className="deal-original">
          <span className="visually-hidden">{texts().shown.insteadOf} </span>
          <s className="quiet">{formatMoney(original, currency)}</s>{" "}
          <span className="deal-percent">−{formatPercent(percent)}</span>
        </span>
      )}
    </span>
  );
}
