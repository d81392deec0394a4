import type { Product } from "../../../../shared/contract/product.js";
import { Rating } from "../../../components/rating.js";
import { Section } from "../../../components/section.js";
import { formatLabel } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { Identifiers } from "../identifiers.js";

/** What it is called elsewhere, its description and its attributes. */
export function Details({ product }: { readonly product: Product }) {
  const attributes = Object.entries(product.attributes ?? {});
  return (
    <Section title={texts().product.details}>
      <div className="details-facts">
        {product.rating && <Rating value={product.rating.value} count={product.rating.count} />}
        <Identifiers product={product} />
      </div>
      {product.description && <p className="description">{product.description}</p>}
      {attributes.length > 0 && (
        <dl className="attributes">
          {attributes.map(([name, value]) => (
            <div key={name} className="attribute">
              <dt>{formatLabel(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}
