import type { ProductFigures } from "../../../shared/app/search.js";
import { paidWords } from "../../../shared/texts/sentences.js";
import { GradeBadge, Price } from "../../components/price.js";
import { ProductImage } from "../../components/product-image.js";
import { Rating } from "../../components/rating.js";
import { isOfSample } from "../../components/sample-drawing.js";
import { Tag } from "../../components/tag.js";
import { figureLevels, TideGauge } from "../../components/tide-gauge.js";
import { formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { openProduct } from "../../stores/products.js";
import type { Result } from "./arrange-results.js";

/** A search result: product, price and gauge. */
export function ProductRow({ product, figures }: Result) {
  return (
    <button
      type="button"
      data-row={product.service}
      className="row result"
      onClick={() => openProduct(product)}
    >
      <ProductImage title={product.title} category={product.category} source={product.images?.[0]} />
      <span className="row-text">
        <span className="row-title two-lines">{product.title}</span>
        <span className="result-facts line gap-3 shrinks quiet">
          <span className="truncate">{factsOf(product).join(" · ")}</span>
          {product.rating && <Rating value={product.rating.value} count={product.rating.count} />}
        </span>
      </span>
      {figures && <Figures figures={figures} />}
    </button>
  );
}

/** The model number tells similar products apart. */
function factsOf(product: Result["product"]): string[] {
  const { brand, category, model, title } = product;
  const market = isOfSample(product) ? texts().app.sample : undefined;
  const facts = [brand, category, model, market].filter((fact) => fact !== undefined);
  return facts.filter((fact) => !title.toLowerCase().includes(fact.toLowerCase()));
}

function Figures({ figures }: { readonly figures: ProductFigures }) {
  const { best, grade, shops, condition } = figures;
  const { rules, history } = texts();
  if (best === null)
    return (
      <>
        <span className="result-price small stack gap-0 ends fixed quiet">{history.outOfStock}</span>
        <span className="result-grade fixed" />
      </>
    );
  return (
    <>
      <span className="result-tide fixed">
        <TideGauge size="result" currency={best.currency} levels={figureLevels(figures)} />
      </span>
      <span className="result-price small stack gap-0 ends fixed">
        <Price amount={best.price} currency={best.currency} size="row" />
        <span className="quiet truncate">
          {condition !== null && condition !== "new" && <Tag>{rules.conditions[condition]}</Tag>}{" "}
          {paidWords(best, texts().reasons.verdict.paid) || formatPlural("shop", shops)}
        </span>
      </span>
      <span className="result-grade fixed">{grade && <GradeBadge grade={grade} />}</span>
    </>
  );
}
