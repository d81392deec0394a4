import { ExternalLink } from "lucide-react";
import { Button } from "../../../components/button.js";
import { Price } from "../../../components/price.js";
import { hasMoved, PriceChange } from "../../../components/price-change.js";
import { Skeleton } from "../../../components/skeleton.js";
import { findCheaperUsed } from "../../../lib/best-offer.js";
import { bridge } from "../../../lib/bridge.js";
import { formatAge, formatDateTime, formatMoney } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { useNow } from "../../../lib/use-now.js";
import { useWatchList } from "../../../stores/watch-list.js";
import type { History } from "../use-history.js";
import type { Prices } from "../use-prices.js";
import { type ShownPrice, shownPrice } from "./shown-price.js";

interface BestPriceProps {
  readonly productKey: string;
  readonly history: History;
  readonly statistics: Prices["statistics"];
}

export function BestPrice({ productKey, history, statistics }: BestPriceProps) {
  const { offers, error, isLoading } = history;
  const shown = shownPrice(offers, statistics.data);
  const said = texts().product;
  return (
    <section className="best-price" aria-label={said.bestPrice} aria-busy={offers === null && isLoading}>
      {shown ? (
        <Shown shown={shown} label={labelOf(shown, history)} />
      ) : offers || error ? (
        <p className="best-price-none">{said.nobodySells}</p>
      ) : (
        <>
          <Skeleton width={150} height={54} />
          <Skeleton width={170} />
        </>
      )}
      {shown && <SinceAdded productKey={productKey} />}
      <OtherPrices shown={shown} history={history} />
    </section>
  );
}

function usedBeside(shown: ShownPrice | null, { offers }: History) {
  return shown?.offer && offers ? findCheaperUsed(offers, shown.offer) : null;
}

function labelOf(shown: ShownPrice | null, history: History): string {
  const { product } = texts();
  if (shown?.isSoldOut) return product.lastPrice;
  return usedBeside(shown, history) ? product.bestPriceNew : product.bestPrice;
}

/** So long ago that the shop may ask for something else by now. */
const oldAfterMs = 7 * 86_400_000;

function isOld(timestamp: string, nowMs: number): boolean {
  return nowMs - Date.parse(timestamp) > oldAfterMs;
}

interface ShownProps {
  readonly shown: ShownPrice;
  readonly label: string;
}

function Shown({ shown, label }: ShownProps) {
  const nowMs = useNow();
  const { product, rules } = texts();
  const { price, currency, retailer, offer, isSoldOut } = shown;
  return (
    <>
      <div className="best-price-figure">
        <span className="quiet">{label}</span>
        <Price amount={price} currency={currency} size="hero" isPast={isSoldOut} />
      </div>
      <div className="best-price-about">
        {isSoldOut && <span className="is-out">{product.soldOutEverywhere}</span>}
        <span className="best-price-where">{rules.atShop(retailer)}</span>
        {offer && (
          <span
            className={isOld(offer.timestamp, nowMs) ? "is-out" : "quiet"}
            title={formatDateTime(offer.timestamp)}
          >
            {product.seen(formatAge(offer.timestamp, nowMs))}
          </span>
        )}
      </div>
    </>
  );
}

/** The change that a shopper cares about most. */
function SinceAdded({ productKey }: { readonly productKey: string }) {
  const percent = useWatchList(
    ({ items }) => items.find(({ row }) => row.product_key === productKey)?.row.change_since_added ?? null,
  );
  if (!hasMoved(percent)) return null;
  return (
    <p className={percent < 0 ? "since-added is-down" : "since-added"}>
      <PriceChange percent={percent} />
      {texts().product.sinceAdded}
    </p>
  );
}

function OtherPrices({ shown, history }: { readonly shown: ShownPrice | null; readonly history: History }) {
  const used = usedBeside(shown, history);
  const url = shown?.offer?.URL ?? "";
  const said = texts().product;
  return (
    <>
      {used && <span className="quiet">{said.usedFrom(formatMoney(used.price, used.currency))}</span>}
      {url.startsWith("https://") && (
        <Button
          variant="primary"
          icon={<ExternalLink size={14} aria-hidden="true" />}
          onClick={() => void bridge().invoke("shell:open-external", url)}
        >
          {said.openShop}
        </Button>
      )}
    </>
  );
}
