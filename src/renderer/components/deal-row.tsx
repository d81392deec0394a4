import type { Deal } from "../../shared/contract/deal.js";
import { classNames } from "../lib/class-names.js";
import { formatAge, formatMoney, formatPercent, percentBelow } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { useNow } from "../lib/use-now.js";
import { GradeBadge, Price } from "./price.js";
import { ProductImage } from "./product-image.js";
import { samplePictureOfDeal } from "./sample-drawing.js";
import { ShopName } from "./shop-name.js";
import "./deal-row.css";

/** Extracts the product from a title such as `12% off: Trail Lantern` or `Trail Lantern, now $21.99`. */
function withoutOffer(title: string): string {
  return title
    .replace(/^[^:]{1,20}:\s+/, "")
    .replace(/(?: for| down to|,? now) \p{Sc}?\d[\d.,]*(?: ?\p{Sc})?$/u, "");
}

/** A short row for a deal. The Deals view shows all of it. */
export function DealRow({ deal, onOpen }: { readonly deal: Deal; readonly onOpen: () => void }) {
  return (
    <button type="button" data-row={deal.path} className="row deal-row" onClick={onOpen}>
      <DealCells deal={deal} titleClass="truncate" />
    </button>
  );
}

interface DealCellsProps {
  readonly deal: Deal;
  readonly titleClass?: string;
}

/** A deal's picture, title, price and grade. */
export function DealCells({ deal, titleClass }: DealCellsProps) {
  const nowMs = useNow();
  const title = withoutOffer(deal.title);
  return (
    <>
      <ProductImage title={title} source={samplePictureOfDeal(deal)} />
      <span className="row-text">
        <span className={classNames("row-title", titleClass)}>{title}</span>
        <span className="deal-facts quiet truncate">
          <ShopName host={deal.retailer.name} /> · {formatAge(deal.created_at, nowMs)}
        </span>
      </span>
      <DealPrice deal={deal} />
      <GradeBadge grade={`${deal.grade.letter}${deal.grade.suffix}`} />
    </>
  );
}

function DealPrice({ deal }: { readonly deal: Deal }) {
  const { current, original, currency } = deal.pricing;
  const percent = percentBelow(current, original);
  return (
    <span className="deal-price fixed">
      <Price amount={current} currency={currency} size="row" />
      {percent >= 1 && (
        <span className="deal-original">
          <span className="visually-hidden">{texts().shown.insteadOf} </span>
          <s className="quiet">{formatMoney(original, currency)}</s>{" "}
          <span className="good strong">−{formatPercent(percent)}</span>
        </span>
      )}
    </span>
  );
}
