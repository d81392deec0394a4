import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import type { Deal } from "../../../shared/contract/deal.js";
import { Button } from "../../components/button.js";
import { GradeBadge, Price } from "../../components/price.js";
import { ProductImage } from "../../components/product-image.js";
import { samplePictureOfDeal } from "../../components/sample-drawing.js";
import { Fact } from "../../components/section.js";
import { ShopName } from "../../components/shop-name.js";
import { classNames } from "../../lib/class-names.js";
import { formatAge, formatCount, formatMoney, formatPercent, percentBelow } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { lookUp } from "../../stores/lookup.js";

/** Extracts the product from a title such as `12% off: Trail Lantern` or `Trail Lantern, now $21.99`. */
function withoutOffer(title: string): string {
  return title
    .replace(/^[^:]{1,20}:\s+/, "")
    .replace(/(?: for| down to|,? now) \p{Sc}?\d[\d.,]*(?: ?\p{Sc})?$/u, "");
}

/** A deal: price and grade at a glance, all details once it is opened. */
export function DealItem({ deal }: { readonly deal: Deal }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const nowMs = useNow();
  const title = withoutOffer(deal.title);
  return (
    <li className={classNames("deal-item", isOpen && "is-open")}>
      <button
        type="button"
        data-row={deal.path}
        className="row"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <ProductImage title={title} source={samplePictureOfDeal(deal)} />
        <span className="row-text">
          <span className="row-title">{title}</span>
          <span className="truncate quiet">
            <ShopName host={deal.retailer.name} /> · {formatAge(deal.created_at, nowMs)}
          </span>
        </span>
        <DealPrice deal={deal} />
        <GradeBadge grade={`${deal.grade.letter}${deal.grade.suffix}`} />
        <ChevronDown size={16} className="deal-chevron fixed quiet" />
      </button>
      {isOpen && (
        <div id={id} className="deal-details">
          <DealStory deal={deal} />
          <DealFigures deal={deal} />
        </div>
      )}
    </li>
  );
}

function DealPrice({ deal }: { readonly deal: Deal }) {
  const { current, original, currency } = deal.pricing;
  const percent = percentBelow(current, original);
  return (
    <span className="stack gap-0 ends fixed">
      <Price amount={current} currency={currency} size="row" />
      {percent >= 1 && (
        <span>
          <span className="visually-hidden">{texts().shown.insteadOf} </span>
          <s className="quiet">{formatMoney(original, currency)}</s>{" "}
          <span className="good strong">−{formatPercent(percent)}</span>
        </span>
      )}
    </span>
  );
}

function DealStory({ deal }: { readonly deal: Deal }) {
  const words = [deal.subtitle, deal.description, deal.grade.justification];
  const said = [...new Set(words)].filter((each) => each !== "");
  return (
    <div className="deal-story stack starts">
      {said.map((each) => (
        <p key={each}>{each}</p>
      ))}
      <Button variant="primary" onClick={() => void lookUp(deal.url, deal.title)}>
        {texts().deals.openProduct}
      </Button>
    </div>
  );
}

function DealFigures({ deal: { pricing, votes } }: { readonly deal: Deal }) {
  const { current, original, currency } = pricing;
  const { deals } = texts();
  const percent = percentBelow(current, original);
  return (
    <dl className="deal-figures stack gap-1">
      {percent >= 1 && (
        <Fact
          name={deals.saved}
          value={`${formatMoney(original - current, currency)} (${formatPercent(percent)})`}
        />
      )}
      <Fact
        name={deals.votes}
        value={deals.upAndDown(formatCount(votes.upvotes), formatCount(votes.downvotes))}
      />
    </dl>
  );
}
