import type { Extraction } from "../../../src/main/engine/extract/extraction.js";

function checkAmount(name: string, price: number | null | undefined): void {
  if (price != null && !(price > 0 && Number.isFinite(price))) throw new Error(`${name} is ${price}.`);
}

/** A found price is positive, appears on the page and has evidence; otherwise the result has a reason. */
export function checkExtraction(html: string, extraction: Extraction): void {
  const { status, offer, candidates, evidence, reason } = extraction;
  checkAmount("The price", offer?.price);
  checkAmount("The list price", offer?.list_price);
  for (const { price } of candidates) checkAmount("A candidate's price", price);
  if (status === "found" && offer?.price == null && offer?.availability == null)
    throw new Error("The status is found without a price or an availability.");
  if (status !== "found" && (reason === null || !reason.endsWith(".")))
    throw new Error(`The status ${status} has no reason.`);
  if (offer?.price == null) return;
  if (status !== "found") throw new Error(`The status ${status} has a price.`);
  if (!/^[a-z-]+:./.test(evidence.price ?? "")) throw new Error("The price has no evidence.");
  if (!containsAmount(html, offer.price))
    throw new Error(`The price ${offer.price} (${evidence.price}) does not appear on the page.`);
}

/**
 * Whether an amount appears on a page in any notation. Independent of the extractor and more lenient, but an amount
 * whose digits appear nowhere was made up.
 */
function containsAmount(html: string, price: number): boolean {
  const text = decodeEscapes(html).normalize("NFKC");
  if (notations(price).some((digits) => digitsPattern(digits.replace(/^0+/, "") || "0").test(text)))
    return true;
  return [...text.matchAll(/\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi)].some(([number]) =>
    [1, 10, 100, 1_000].some((unit) => Math.abs(Number(number) / unit - price) < 0.006),
  );
}

function decodeEscapes(html: string): string {
  return html
    .replace(/\\u([0-9a-f]{4})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_all, hex: string) => decodeCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});?/g, (_all, digits: string) => decodeCodePoint(Number(digits)))
    .replace(/&(?:nbsp|thinsp|ensp|emsp);?/g, " ")
    .replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function decodeCodePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}

/** Group and decimal separators, and tags that make cents smaller, may come between the digits of an amount. */
const separator = '(?:<(?:[^<>"]|"[^"]*")*>|[^0-9<>]){0,12}?';

function digitsPattern(digits: string): RegExp {
  return new RegExp([...digits].join(separator));
}

/** The digits of an amount in whole units, with cents, and with mills, as shops write them. */
function notations(price: number): string[] {
  const whole = String(price).includes("e") ? BigInt(Math.round(price)).toString() : String(price);
  const plain = whole.replace(".", "");
  return [...new Set([plain, price.toFixed(2).replace(".", ""), price.toFixed(3).replace(".", "")])];
}
