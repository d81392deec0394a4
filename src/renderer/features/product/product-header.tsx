import type { Match, Product } from "../../../shared/contract/product.js";
import { ProductImage } from "../../components/product-image.js";
import { Rating } from "../../components/rating.js";
import { Identifiers } from "./identifiers.js";
import { MatchNote } from "./match-note.js";
import "./product-header.css";

interface ProductHeaderProps {
  readonly product: Product;
  readonly match: Match | undefined;
}

/** What the page is about. */
export function ProductHeader({ product, match }: ProductHeaderProps) {
  const { title, brand, category, color, rating, images } = product;
  return (
    <header className="product-header">
      <ProductImage title={title} category={category} source={images?.[0]} size="large" />
      <div className="product-naming">
        {match && <MatchNote match={match} />}
        <h1>{title}</h1>
        <p className="product-facts">
          {[brand, category, color].filter(Boolean).join(" · ")}
          {rating && <Rating value={rating.value} count={rating.count} />}
        </p>
        <Identifiers product={product} />
      </div>
    </header>
  );
}
