import { MousePointerClick } from "lucide-react";
import type { AddLinkResult, PagePick } from "../../../shared/app/pages.js";
import { Button } from "../../components/button.js";
import { ProductImage } from "../../components/product-image.js";
import { formatMoney } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";

interface PickPriceProps {
  readonly question: Extract<AddLinkResult, { outcome: "choose" }>;
  readonly isBusy: boolean;
  readonly onPick: (pick: PagePick) => void;
  readonly onClickPrice: () => void;
}

/** The prices of a page that does not say which one is meant: the shopper picks once. */
export function PickPrice({ question, isBusy, onPick, onClickPrice }: PickPriceProps) {
  const { title, image, choices } = question;
  const { adding, events } = texts();
  return (
    <section className="link-question" aria-label={adding.whichPrice}>
      <header className="link-product">
        <ProductImage title={title} category={undefined} source={image ?? undefined} size="small" />
        <div>
          <h2>{title}</h2>
          <p className="quiet">{adding.severalPrices}</p>
        </div>
      </header>
      <ul className="link-choices">
        {choices.map(({ pick, variant, price, currency, availability }) => (
          <li key={`${pick.from} ${pick.variant} ${pick.nth}`}>
            <button type="button" className="link-choice" disabled={isBusy} onClick={() => onPick(pick)}>
              <span>{variant ?? adding.withoutName}</span>
              {availability === "out" && <span className="is-out">{events.outOfStock}</span>}
              <strong>{currency === null ? String(price) : formatMoney(price, currency)}</strong>
            </button>
          </li>
        ))}
      </ul>
      <Button
        variant="quiet"
        disabled={isBusy}
        icon={<MousePointerClick size={14} aria-hidden="true" />}
        onClick={onClickPrice}
      >
        {adding.noneOfThese}
      </Button>
    </section>
  );
}
