import type { ReactNode } from "react";
import { go } from "../stores/navigation.js";
import { ProductImage } from "./product-image.js";

interface RowButtonProps {
  readonly product: {
    readonly product_key: string;
    readonly title: string;
    readonly image: string | null;
    readonly category: string | null;
  };
  /** Below the title. */
  readonly line?: ReactNode;
  /** At the end of the row, such as the price. */
  readonly children?: ReactNode;
}

/** A product in a list, which opens its page. */
export function RowButton({ product, line, children }: RowButtonProps) {
  const { product_key: productKey, title, image, category } = product;
  return (
    <button
      type="button"
      data-row={productKey}
      className="row"
      onClick={() => go({ view: "product", productKey })}
    >
      <ProductImage title={title} category={category} source={image} />
      <span className="row-text">
        <span className="row-title truncate">{title}</span>
        {line && <span className="truncate quiet">{line}</span>}
      </span>
      {children}
    </button>
  );
}
