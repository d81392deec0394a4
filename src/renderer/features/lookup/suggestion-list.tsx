import { Search } from "lucide-react";
import type { Product } from "../../../shared/contract/product.js";
import { Keys } from "../../components/keys.js";
import { ProductImage } from "../../components/product-image.js";
import { classNames } from "../../lib/class-names.js";
import { texts } from "../../lib/texts.js";

interface SuggestionListProps {
  readonly id: string;
  readonly text: string;
  readonly products: readonly Product[];
  /** Index of the highlighted row; -1 is the first one, "search for these words". */
  readonly active: number;
  readonly onChoose: (index: number) => void;
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** A listbox under the box. The focus stays in the box, so choosing is on mouse-down, before the box loses it. */
export function SuggestionList({ id, text, products, active, onChoose }: SuggestionListProps) {
  const option = (index: number) => ({
    id: optionId(id, index),
    role: "option",
    "aria-selected": index === active,
    className: classNames("suggestion", index === active && "is-active"),
    onMouseDown: (event: React.MouseEvent) => {
      event.preventDefault();
      onChoose(index);
    },
  });
  return (
    <div id={id} role="listbox" aria-label={texts().lookup.suggestions} className="suggestions">
      {products.map((product, index) => (
        <div key={product.service} {...option(index)}>
          <ProductImage
            title={product.title}
            category={product.category}
            source={product.images?.[0]}
            size="small"
          />
          <span className="suggestion-text">
            <span className="truncate">{product.title}</span>
            <span className="quiet truncate">
              {[product.brand, product.category].filter(Boolean).join(" · ")}
            </span>
          </span>
        </div>
      ))}
      <div {...option(-1)}>
        <span className="suggestion-icon">
          <Search size={16} aria-hidden="true" />
        </span>
        <span className="truncate">
          {texts().lookup.lookUp} <strong>{text}</strong>
        </span>
        <Keys keys="Enter" />
      </div>
    </div>
  );
}
