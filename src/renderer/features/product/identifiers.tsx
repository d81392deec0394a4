import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import type { Product } from "../../../shared/contract/product.js";
import type { Texts } from "../../../shared/texts/texts.js";
import { bridge } from "../../lib/bridge.js";
import { classNames } from "../../lib/class-names.js";
import { texts } from "../../lib/texts.js";

const thanksMs = 1_600;

type Name = keyof Texts["shown"]["identifiers"];

function valuesOf(product: Product): Record<Name, string | undefined> {
  const { barcode, marketplace, model, mpn } = product;
  return { barcode, asin: marketplace, model, mpn: mpn === model ? undefined : mpn };
}

/** The identifiers that people look for; a click copies one. */
export function Identifiers({ product }: { readonly product: Product }) {
  const known = Object.entries(valuesOf(product)).flatMap(([name, value]) =>
    value ? [{ name: name as Name, value }] : [],
  );
  if (known.length === 0) return null;
  return (
    <ul className="identifiers">
      {known.map(({ name, value }) => (
        <li key={name} className="identifier">
          <Identifier name={name} value={value} />
        </li>
      ))}
    </ul>
  );
}

function Identifier({ name, value }: { readonly name: Name; readonly value: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), thanksMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const { common, shown } = texts();
  const what = shown.identifiersToCopy[name];
  const copy = () =>
    void bridge()
      .invoke("shell:copy-text", value)
      .then(() => setCopied(true));
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className={classNames("identifier-copy", isCopied && "is-copied")}
        title={common.copyWhat(what)}
        onClick={copy}
      >
        <span className="quiet">{shown.identifiers[name]}</span>
        <span className="mono">{value}</span>
        <Icon size={13} aria-hidden="true" />
      </button>
      <span className="visually-hidden" role="status">
        {isCopied ? common.copiedWhat(what) : ""}
      </span>
    </>
  );
}
