import { linkOf } from "../../shared/links-in.js";
import { texts } from "./texts.js";

/** The apparent kind of a text, before any look-up. */
export type TextKind = "link" | "barcode" | "asin" | "words";

const gtinLengths = new Set([8, 12, 13, 14]);

/** GS1's check digit: weights 3 and 1 from the right. */
export function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

function digitsOf(text: string): string {
  return text.replace(/[\s-]/g, "");
}

export function kindOfText(text: string): TextKind {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed) || linkOf(trimmed) !== null) return "link";
  const digits = digitsOf(trimmed);
  if (/^\d+$/.test(digits) && gtinLengths.has(digits.length)) return "barcode";
  if (/^B0[0-9A-Z]{8}$/i.test(trimmed)) return "asin";
  return "words";
}

/** Text that begins like an address, such as `htps//shop`, or is one word with a host before a slash: `shop.exmple/p`. */
const mistypedLink = /^(?:h?t?tps?\b|www\b)|^\S+[.,:]\p{L}{2,}[/\\]\S*$|^\S*\/\//iu;

/** One sentence about an identifier without a match; null for words, which are searched instead. */
export function explainUnknown(text: string): string | null {
  const { search } = texts();
  switch (kindOfText(text)) {
    case "link":
      return search.unknownLink;
    case "barcode":
      return hasValidCheckDigit(digitsOf(text)) ? search.unknownBarcode : search.mistypedBarcode;
    case "asin":
      return search.unknownAsin;
    case "words":
      return mistypedLink.test(text.trim()) ? search.mistypedLink : null;
  }
}
