import type { Product } from "../../../shared/contract/product.js";
import { ProductImage } from "../../components/product-image.js";
import { Rating } from "../../components/rating.js";
import { texts } from "../../lib/texts.js";
import { openProduct } from "../../stores/products.js";

/** One identifier is enough to tell two alike products apart. */
function identifierOf(product: Product): string | null {
  const { identifiers } = texts().shown;
  if (product.model) return `${identifiers.model} ${product.model}`;
  if (product.barcode) return `${identifiers.barcode} ${product.barcode}`;
  return product.marketplace ? `${identifiers.asin} ${product.marketplace}` : null;
}

export function ProductRow({ product }: { readonly product: Product }) {
  const identifier = identifierOf(product);
  return (
    <button type="button" data-row className="row" onClick={() => openProduct(product)}>
      <ProductImage
        title={product.title}
        category={product.category}
        source={product.images?.[0]}
        size="small"
      />
      <span className="row-text">
        <span className="row-title truncate">{product.title}</span>
        <span className="quiet truncate">
          {[product.brand, product.category, product.color].filter(Boolean).join(" · ")}
        </span>
      </span>
      <span className="row-side">
        {product.rating && <Rating value={product.rating.value} count={product.rating.count} />}
        {identifier && <span className="quiet truncate">{identifier}</span>}
      </span>
    </button>
  );
}
