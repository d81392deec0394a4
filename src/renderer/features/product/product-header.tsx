import { ExternalLink, RefreshCw } from "lucide-react";
import type { Match, Product } from "../../../shared/contract/product.js";
import { Button, IconButton } from "../../components/button.js";
import { ProductImage } from "../../components/product-image.js";
import { Rating } from "../../components/rating.js";
import { Skeleton } from "../../components/skeleton.js";
import { findBestOffer, findCheaperUsed } from "../../lib/best-offer.js";
import { bridge } from "../../lib/bridge.js";
import { formatAge, formatMoney } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { Identifiers } from "./identifiers.js";
import { MatchNote } from "./match-note.js";
import { priceNews } from "./price-news.js";
import { ScoreBars } from "./score-bars.js";
import type { History } from "./use-history.js";
import type { Prices } from "./use-prices.js";
import "./product-header.css";

interface ProductHeaderProps {
  readonly product: Product;
  readonly match: Match | undefined;
  readonly history: History;
  readonly statistics: Prices["statistics"];
}

export function ProductHeader({ product, match, history, statistics }: ProductHeaderProps) {
  return (
    <header className="product-header">
      <ProductImage
        title={product.title}
        category={product.category}
        source={product.images?.[0]}
        size="large"
      />
      <div className="product-naming">
        {match && <MatchNote match={match} />}
        <h1>{product.title}</h1>
        <p className="product-facts">
          {[product.brand, product.category, product.color].filter(Boolean).join(" · ")}
          {product.rating && <Rating value={product.rating.value} count={product.rating.count} />}
        </p>
        <Identifiers product={product} />
        {product.score && <ScoreBars score={product.score} inline />}
      </div>
      <BestPrice history={history} statistics={statistics} />
    </header>
  );
}

function BestPrice({ history, statistics }: Pick<ProductHeaderProps, "history" | "statistics">) {
  const nowMs = useNow();
  const { product: said, rules } = texts();
  if (!history.offers)
    return (
      <div className="best-price" aria-hidden="true">
        <Skeleton width={130} height={34} />
        <Skeleton width={170} />
      </div>
    );
  const refresh = () => {
    history.refresh();
    statistics.refresh();
  };
  const best = findBestOffer(history.offers, statistics.data?.current ?? null);
  const news = history.isLoading ? null : priceNews(history.offers, statistics.data?.current ?? null);
  const used = best && findCheaperUsed(history.offers, best);
  return (
    <section className="best-price" aria-label={said.bestPrice}>
      <div className="best-price-top">
        <span className="quiet">{used ? said.bestPriceNew : said.bestPrice}</span>
        <IconButton
          label={said.refreshPrices}
          className="icon-button-small"
          disabled={history.isLoading}
          onClick={refresh}
        >
          <RefreshCw size={14} className={history.isLoading ? "spin" : undefined} aria-hidden="true" />
        </IconButton>
      </div>
      {best ? (
        <>
          <strong className="best-price-amount">{formatMoney(best.price, best.currency)}</strong>
          <span>
            {rules.atShop(best.retailer)}
            {best.availability === "out" && <span className="is-out"> · {said.soldOut}</span>}
          </span>
          <span className="quiet">{said.seen(formatAge(best.timestamp, nowMs))}</span>
          <p className="price-news" role="status">
            {news && (
              <>
                {said.priceNow(formatMoney(news.price, statistics.data?.currency), news.retailer)}{" "}
                <button type="button" className="text-button" onClick={refresh}>
                  {said.refresh}
                </button>
              </>
            )}
          </p>
          {used && <span className="quiet">{said.usedFrom(formatMoney(used.price, used.currency))}</span>}
          {best.URL.startsWith("https://") && (
            <Button
              variant="primary"
              icon={<ExternalLink size={14} aria-hidden="true" />}
              onClick={() => void bridge().openExternal(best.URL)}
            >
              {said.openShop}
            </Button>
          )}
        </>
      ) : (
        <span>{said.nobodySells}</span>
      )}
    </section>
  );
}
