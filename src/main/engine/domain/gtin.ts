/** Barcodes are compared as GTIN-14, so UPC-A, EAN-13 and GTIN-14 of one item are equal (decision 11). */

const gtinLengths = new Set([8, 12, 13, 14]);
const isbn10Shape = /^\d{9}[\dX]$/;

/** A barcode as typed or printed: digits with hyphens and spaces, or an ISBN-10. */
export type ParsedBarcode =
  | { readonly kind: "gtin"; readonly gtin14: string }
  /** Digits of a barcode's length whose check digit fails: certainly a barcode, certainly mistyped. */
  | { readonly kind: "bad-check-digit" }
  /** Looks like an ISBN-10 but fails its check digit: mistyped, or another code of ten characters. */
  | { readonly kind: "maybe-isbn" }
  | { readonly kind: "not-a-barcode" };

/** GS1 check digit of the digits before it: weights 3 and 1 alternate from the right. */
export function gtinCheckDigit(digits: string): number {
  let sum = 0;
  for (let i = digits.length - 1, weight = 3; i >= 0; i--, weight = 4 - weight)
    sum += (digits.charCodeAt(i) - 48) * weight;
  return (10 - (sum % 10)) % 10;
}

function hasValidGtinCheckDigit(digits: string): boolean {
  return gtinCheckDigit(digits.slice(0, -1)) === digits.charCodeAt(digits.length - 1) - 48;
}

function hasValidIsbn10CheckDigit(isbn: string): boolean {
  let sum = 0;
  for (let i = 0; i < 10; i++) {
    const value = isbn[i] === "X" ? 10 : isbn.charCodeAt(i) - 48;
    sum += value * (10 - i);
  }
  return sum % 11 === 0;
}

/** The ISBN-13 has the prefix 978 and a GS1 check digit in place of the ISBN-10's own. */
function isbn10ToGtin14(isbn: string): string {
  const body = `978${isbn.slice(0, 9)}`;
  return `0${body}${gtinCheckDigit(body)}`;
}

/** A barcode as GTIN-14, for comparison; `null` if it is none. */
export function toGtin14(barcode: string | undefined): string | null {
  const parsed = barcode === undefined ? null : parseBarcode(barcode);
  return parsed?.kind === "gtin" ? parsed.gtin14 : null;
}

export function parseBarcode(text: string): ParsedBarcode {
  if (!/^[\dXx\s-]+$/.test(text)) return { kind: "not-a-barcode" };
  const compact = text.replace(/[\s-]/g, "").toUpperCase();
  if (isbn10Shape.test(compact))
    return hasValidIsbn10CheckDigit(compact)
      ? { kind: "gtin", gtin14: isbn10ToGtin14(compact) }
      : { kind: "maybe-isbn" };
  if (!gtinLengths.has(compact.length) || compact.includes("X")) return { kind: "not-a-barcode" };
  if (!hasValidGtinCheckDigit(compact)) return { kind: "bad-check-digit" };
  return { kind: "gtin", gtin14: compact.padStart(14, "0") };
}
