import { MousePointerClick } from "lucide-react";
import type { AddedLink, PagePick } from "../../../shared/app/pages.js";
import { Button } from "../../components/button.js";
import { ProductImage } from "../../components/product-image.js";
import { formatMoney } from "../../lib/format.js";

interface PickPriceProps {
  readonly question: Extract<AddedLink, { outcome: "choose" }>;
  readonly isBusy: boolean;
  readonly onPick: (pick: PagePick) => void;
  readonly onClickPrice: () => void;
}

/** The prices of a page that does not say which one is meant: the shopper picks once. */
export function PickPrice({ question, isBusy, onPick, onClickPrice }: PickPriceProps) {
  const { title, image, choices } = question;
  return (
    <section className="link-question" aria-label="Which price is meant?">
      <header className="link-product">
        <ProductImage title={title} category={undefined} source={image ?? undefined} size="small" />
        <div>
          <h2>{title}</h2>
          <p className="quiet">
            The page has several prices. Which one do you mean? Tidemark follows that one from now on.
          </p>
        </div>
      </header>
      <ul className="link-choices">
        {choices.map(({ pick, variant, price, currency, availability }) => (
          <li key={`${pick.from} ${pick.variant} ${pick.nth}`}>
            <button type="button" className="link-choice" disabled={isBusy} onClick={() => onPick(pick)}>
              <span>{variant ?? "Without a name"}</span>
              {availability === "out" && <span className="is-out">Out of stock</span>}
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
        None of these: open the page and click the price
      </Button>
    </section>
  );
}
