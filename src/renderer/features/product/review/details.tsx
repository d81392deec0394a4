import type { Product } from "../../../../shared/contract/product.js";
import { Section } from "../../../components/section.js";
import { formatLabel } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";

/** The description and the attributes; left out where there are none. */
export function Details({ product }: { readonly product: Product }) {
  const attributes = Object.entries(product.attributes ?? {});
  if (!product.description && attributes.length === 0) return null;
  return (
    <Section title={texts().product.details}>
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
