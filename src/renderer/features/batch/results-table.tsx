import type { BatchResult } from "../../../shared/contract/batch.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { findBestOffer } from "../../lib/best-offer.js";
import { formatMoney } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { openProduct } from "../../stores/products.js";

interface ResultsTableProps {
  /** With a product each. */
  readonly results: readonly BatchResult[];
}

export function ResultsTable({ results }: ResultsTableProps) {
  const hasOffers = results.some(({ offers }) => offers !== undefined);
  const hasReviews = results.some(({ review }) => review !== undefined);
  const { results: said } = texts();
  return (
    <div className="table-scroller">
      <table className="table batch-table" aria-label={said.title}>
        <thead>
          <tr>
            <th scope="col">{said.product}</th>
            <th scope="col">{said.lookedUpAs}</th>
            {hasOffers && (
              <th scope="col" className="is-number">
                {said.bestPrice}
              </th>
            )}
            {hasReviews && (
              <th scope="col" className="is-number">
                {said.review}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {results.map((result, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a job may have been given the same line twice
            <tr key={index}>
              <th scope="row" className="batch-product">
                <ProductLink result={result} />
              </th>
              <td className="batch-identifier">
                <code className="truncate" title={result.identifier}>
                  {result.identifier}
                </code>
              </td>
              {hasOffers && (
                <td className="is-number">
                  <BestPrice offers={result.offers ?? []} />
                </td>
              )}
              {hasReviews && <td className="is-number">{scoreOf(result)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ProductLink({ result }: { readonly result: BatchResult }) {
  const { product } = result;
  if (!product) return null;
  return (
    <button
      type="button"
      className="batch-link truncate"
      title={product.title}
      onClick={() => openProduct(product, product.match)}
    >
      {product.title}
    </button>
  );
}

function BestPrice({ offers }: { readonly offers: readonly Offer[] }) {
  const best = findBestOffer(offers, null);
  if (!best) return <span className="quiet">{texts().results.noOffers}</span>;
  return (
    <>
      <span className="is-strong">{formatMoney(best.price, best.currency)}</span>
      <span className="batch-where quiet">
        {best.retailer}
        {best.availability === "out" && <span className="is-out"> · {texts().product.soldOut}</span>}
      </span>
    </>
  );
}

function scoreOf({ review }: BatchResult) {
  const overall = review?.scores.overall;
  return overall === undefined ? (
    <span className="quiet">{texts().results.noReview}</span>
  ) : (
    Math.round(overall * 100)
  );
}
