import { gtinCheckDigit } from "../../domain/gtin.js";
import type { Condition } from "../candidate.js";
import { usedWords } from "./offer-words.js";

/** What the lines below the heading say by name. */
export interface LabelledFacts {
  readonly brand: string | null;
  readonly gtin: string | null;
  readonly sku: string | null;
  readonly mpn: string | null;
  readonly seller: string | null;
  readonly condition: Condition | null;
}

const seller =
  /(?:sold(?: (?:and|&) (?:shipped|dispatched|delivered|fulfilled))? by|ships from and sold by|verkauf(?: (?:und|&) versand)?(?: durch|(?=:))|verkäufer|vendu(?: et expédié)? par|vendido por|venduto da|verkocht door|seller)[ \t]*:?\s*([^\n.·|(,]{2,60})/i;
/** "… and dispatched by Bazaarly": the marketplace behind the seller. */
const senderBehind =
  /[\s,]+(?:(?:and|&|und|et|y|e|en|och|og|i)\s+)?(?:(?:is|are|wird|est)\s+)?(?:dispatch|ship|deliver|fulfil|versand|versend|verschick|geliefert|expédi|livré|enviad|spedit|consegnat|verzonden|geleverd|bezorgd|skickas|sendes|wysył)\p{L}*(?:\s.*)?$/iu;
const brandLabel =
  "(?:brand|marke|marque|marca|merk|varumärke|mærke|manufacturer|hersteller|značka|márka|producent)";
/** A colon or the line's end closes the label, and none follows the value: "Hersteller Artikelnummer" names no brand. */
const brand = new RegExp(
  `(?:^|\\n)[ \\t]*${brandLabel}[ \\t]*(?::[ \\t]*\\n?|\\n)[ \\t]*([^\\n:|]{2,40})(?=\\n|\\||$)`,
  "i",
);
const brandPrefix = new RegExp(`^(?:${brandLabel}|by)(?::\\s*|\\s+)`, "i");
/** What stands where a brand may, and names none. */
const otherLabel = new RegExp(
  `^(?:${brandLabel}|sponsored|.*(?:nummer|visit the store)|(?:.*[\\s.-])?(?:number|nr|no|code|ean|gtin|mpn|sku|upc|isbn))\\.?$`,
  "i",
);
const sku =
  /(?:^|[\n(·|])[ \t]*(?:sku|item (?:no|number|code|#)|art(?:ikel)?\.?[ -]?(?:nr|nummer|no)|product code|model no|réf(?:érence)?|ref(?:erenc[ei]a)?|cód(?:igo)?|symbol|varenr|artnr)(?![a-zà-ÿ])\.?[ \t]*[:#]?[ \t]*\n?[ \t]*([A-Z0-9][\w./-]{2,30})/i;
const mpn =
  /(?:^|\s)(?:mpn|model[ \t]?#|manufacturer part (?:no|number)|hersteller-?nr)\.?[ \t]*:?[ \t]*\n?[ \t]*([A-Z0-9][\w./-]{2,30})/i;
const gtin =
  /(?:ean|gtin|upc|barcode|isbn)(?:-?1[0234])?[ \t]*(?:code|no\.?)?[ \t]*:?[ \t]*\n?[ \t]*(\d[\d -]{6,16}\d)/i;
const conditionLabel =
  "(?:(?:condition|zustand|état|estado)[ \\t]*:?|(?<!\\p{L})(?:stan|stav|condizioni?|staat|conditie|skick|tilstand|kunto|állapot|stare|состояние|стан|durum)[ \\t]*:)[ \\t]*\\n?[ \\t]*";
const conditions: readonly (readonly [Condition, RegExp])[] = [
  [
    "refurbished",
    /(?:^|\n)[ \t]*(?:(?:condition|zustand|état|estado)[ \t]*:?[ \t]*\n?[ \t]*)?(?:certified )?(?:refurbished|renewed|generalüberholt|reconditionn)(?![^\n]*\p{Sc})/iu,
  ],
  [
    "used",
    new RegExp(
      `${conditionLabel}(?:${usedWords}|occasion|like new|very good|wie neu|sehr gut|très bon|comme neuf|como nuevo)`,
      "iu",
    ),
  ],
  [
    "new",
    new RegExp(
      `${conditionLabel}(?:(?:brand )?new|neu|neuf|nuevo|nuovo|novo|nieuw|now[yae]|nov[ýáé]|nytt?|uusi|új|nou|нов(?:ый|ое|ая)|yeni)(?!\\p{L})`,
      "iu",
    ),
  ],
];

function first(pattern: RegExp, text: string): string | null {
  return pattern.exec(text)?.[1]?.trim() || null;
}

/** The brand in a text that may repeat its label; null for a label alone. */
export function brandIn(text: string): string | null {
  const name = text.replace(brandPrefix, "").trim();
  return name.length < 2 || otherLabel.test(name) ? null : name;
}

function validGtin(text: string | null): string | null {
  const digits = text?.replace(/[ -]/g, "") ?? "";
  return /^(?:\d{8}|\d{12,14})$/.test(digits) && String(gtinCheckDigit(digits.slice(0, -1))) === digits.at(-1)
    ? digits
    : null;
}

/** Reads names and numbers that stand beside their names in a page's text, line by line. */
export function readLabelled(text: string): LabelledFacts {
  return {
    brand: brandIn(first(brand, text) ?? ""),
    gtin: validGtin(first(gtin, text)),
    sku: first(sku, text),
    mpn: first(mpn, text),
    seller: first(seller, text)?.replace(senderBehind, "") || null,
    condition: conditions.find(([, pattern]) => pattern.test(text))?.[0] ?? null,
  };
}
