import type { Product } from "../../../shared/contract/product.js";
import type { Texts } from "../../../shared/texts/texts.js";
import { CopyButton } from "../../components/copy-button.js";
import { texts } from "../../lib/texts.js";

type Name = keyof Texts["shown"]["identifiers"];

function valuesOf(product: Product): Record<Name, string | undefined> {
  const { barcode, marketplace, model, mpn } = product;
  return { barcode, asin: marketplace, model, mpn: mpn === model ? undefined : mpn };
}

/** The identifiers that people look for, each ready to copy. */
export function Identifiers({ product }: { readonly product: Product }) {
  const { identifiers, identifiersToCopy } = texts().shown;
  const known = Object.entries(valuesOf(product)).flatMap(([name, value]) =>
    value ? [{ name: name as Name, value }] : [],
  );
  if (known.length === 0) return null;
  return (
    <dl className="identifiers">
      {known.map(({ name, value }) => (
        <div key={name} className="identifier">
          <dt className="quiet">{identifiers[name]}</dt>
          <dd>
            <span className="mono">{value}</span>
            <CopyButton text={value} what={identifiersToCopy[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
