import { useState } from "react";
import type { Offer } from "../../../../shared/contract/offer.js";
import { findCheaperUsed } from "../../../lib/best-offer.js";
import { texts } from "../../../lib/texts.js";
import { useNow } from "../../../lib/use-now.js";
import { useAnswer } from "../../../stores/answers.js";
import { OfferRow } from "./offer-row.js";
import { SortHead } from "./sort-head.js";
import { cheapestFirst, nextOrder, type OfferOrder, sortRows } from "./sort-rows.js";

interface OffersTableProps {
  readonly productKey: string;
  readonly offers: readonly Offer[];
  readonly best: Offer | null;
}

export function OffersTable({ productKey, offers, best }: OffersTableProps) {
  const tracked = useAnswer("pages.tracked", { product_key: productKey }).data?.urls ?? [];
  const [order, setOrder] = useState<OfferOrder>(cheapestFirst);
  const nowMs = useNow();
  const { offers: said } = texts();
  const head = { order, onOrder: (by: OfferOrder["by"]) => setOrder((now) => nextOrder(now, by)) };
  const bestWord = best && findCheaperUsed(offers, best) ? said.bestNew : said.best;
  return (
    <div className="table-scroller">
      <table className="table offers-table" aria-label={said.title}>
        <thead>
          <tr>
            <SortHead by="retailer" name={said.retailer} {...head} />
            <SortHead by="price" name={said.price} {...head} isNumber />
            <th scope="col" className="is-number">
              {said.toBest}
            </th>
            <th scope="col">{said.availability}</th>
            <th scope="col">{said.condition}</th>
            <th scope="col">{said.seller}</th>
            <SortHead by="seen" name={said.seen} {...head} />
            <th scope="col">
              <span className="visually-hidden">{said.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sortRows(offers, order).map((offer) => (
            <OfferRow
              key={offer.id}
              productKey={productKey}
              offer={offer}
              best={best}
              bestWord={offer.id === best?.id && offers.length > 1 ? bestWord : null}
              isTracked={tracked.includes(offer.URL)}
              isOnly={offers.length === 1}
              nowMs={nowMs}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
