import type { Product } from "../../../shared/contract/product.js";
import { CopyButton } from "../../components/copy-button.js";

/** The identifiers that people look for, each ready to copy. */
export function Identifiers({ product }: { readonly product: Product }) {
  const known = [
    { name: "Barcode", value: product.barcode },
    { name: "ASIN", value: product.marketplace },
    { name: "Model", value: product.model },
    { name: "MPN", value: product.mpn === product.model ? undefined : product.mpn },
  ].flatMap(({ name, value }) => (value ? [{ name, value }] : []));
  if (known.length === 0) return null;
  return (
    <dl className="identifiers">
      {known.map(({ name, value }) => (
        <div key={name} className="identifier">
          <dt className="quiet">{name}</dt>
          <dd>
            <span className="mono">{value}</span>
            <CopyButton
              text={value}
              what={name === "Barcode" || name === "Model" ? name.toLowerCase() : name}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
