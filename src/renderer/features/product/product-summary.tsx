import type { Match, Product } from "../../../shared/contract/product.js";
import { ProductImage } from "../../components/product-image.js";
import { TideHero } from "../../components/tide-gauge.js";
import { formatCount } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { go } from "../../stores/navigation.js";
import type { Prices } from "./use-prices.js";
import { Verdict } from "./verdict.js";

interface ProductSummaryProps {
  readonly product: Product;
  readonly match: Match | undefined;
  readonly statistics: Prices["statistics"];
  /** The product's enabled target prices. */
  readonly targets: readonly number[];
}

/** The product, and whether its price is good. */
export function ProductSummary({ product, match, statistics, targets }: ProductSummaryProps) {
  const { service: productKey, title, brand, category, color, images } = product;
  return (
    <div className="summary">
      <ProductImage title={title} category={category} source={images?.[0]} size="large" />
      <div className="summary-words">
        <header className="summary-naming">
          <p className="quiet">{[brand, category, color].filter(Boolean).join(" · ")}</p>
          <h1>{title}</h1>
          {match && <MatchNote match={match} />}
        </header>
        <Verdict productKey={productKey} statistics={statistics} />
      </div>
      <Tide statistics={statistics} targets={targets} />
    </div>
  );
}

/** A falling price reaches the highest target first. A single price needs no gauge. */
function Tide({ statistics: { data }, targets }: Pick<ProductSummaryProps, "statistics" | "targets">) {
  if (!data) return <div className="tide tide-to-come" />;
  const { year, current, currency, verdict } = data;
  if (verdict.kind === "thin" && year?.low.price === year?.high.price) return null;
  return (
    <TideHero
      currency={currency}
      levels={{
        price: current?.price ?? null,
        low: year?.low.price ?? null,
        high: year?.high.price ?? null,
        usual: year?.usual ?? null,
        target: targets.length === 0 ? null : Math.max(...targets),
      }}
      lowAt={year?.low.timestamp}
      highAt={year?.high.timestamp}
    />
  );
}

/** New values of `by` may appear later (contract, section 9), so the field's own name stands in. */
function foundBy(field: string): string {
  const { product } = texts();
  const known: Readonly<Record<string, string>> = product.foundBy;
  return known[field] ?? product.foundByOther(field);
}

/** How the product was found. A shared identifier links to its other products. */
function MatchNote({ match }: { readonly match: Match }) {
  if (match.by === "service_id") return null;
  return (
    <p className="match-note">
      {foundBy(match.by)}
      {match.candidates > 1 && (
        <>
          {texts().product.shared(formatCount(match.candidates))}{" "}
          <button
            type="button"
            className="text-button"
            onClick={() => go({ view: "search", query: match.identifier })}
          >
            {texts().product.seeOthers}
          </button>
        </>
      )}
    </p>
  );
}
