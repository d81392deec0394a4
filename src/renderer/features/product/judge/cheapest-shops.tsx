import type { PriceStatistics } from "../../../../shared/app/statistics.js";
import { formatPercent } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { Finding } from "./finding.js";
import { shopShares } from "./shop-shares.js";

/** Where it pays to look first. */
export function CheapestShops({ statistics }: { readonly statistics: PriceStatistics }) {
  const { verdict: said } = texts();
  const shares = shopShares(statistics.cheapest_retailers);
  return (
    <Finding title={said.shops} about={said.shopsAbout}>
      {shares.length === 0 ? (
        <p className="quiet">{said.shopsThin}</p>
      ) : (
        <ol className="shop-shares" aria-label={said.shops}>
          {shares.map(({ retailer, share }) => (
            <li key={retailer} className="shop-share">
              <span className="truncate" title={retailer ?? undefined}>
                {retailer ?? said.otherShops}
              </span>
              <span className="shop-share-percent">{formatPercent(share)}</span>
              <span className="shop-share-track" aria-hidden="true">
                <span className="shop-share-fill" style={{ width: `${share}%` }} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Finding>
  );
}
