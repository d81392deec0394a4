import { gtinCheckDigit } from "../../domain/gtin.js";
import { bitsFor, pick, unitFor } from "./random.js";
import type { Variant } from "./variants.js";

/** Barcodes and codes of a product; `null` where it has none. None of them can belong to a real product. */
export interface ProductCodes {
  readonly barcode: string | null;
  readonly isbn10: string | null;
  readonly asin: string | null;
  /** Item number at the consumer-electronics retailer; only products with one are sold there. */
  readonly electronicsSku: string | null;
  readonly model: string | null;
  readonly mpn: string | null;
}

const salt = {
  barcode: 21,
  form: 22,
  asin: 23,
  hasAsin: 24,
  sku: 25,
  model: 26,
  share: 27,
  has: 28,
} as const;

const shareWithBarcode = 0.95;
const shareWithAsin = 0.88;
const shareWithSku = 0.85;
const shareOfFamiliesSharingModel = 0.4;

/** The last digits of a number, then the product's own three: chance in front, never twice the same. */
function uniqueDigits(bits: number, variant: Variant, length: number): string {
  const chance = String(bits)
    .padStart(length, "0")
    .slice(-(length - 3));
  return chance + String(variant.index).padStart(3, "0");
}

function withCheckDigit(digits: string): string {
  return digits + gtinCheckDigit(digits);
}

/** ISBN prefix 978-67 belongs to no country or language. */
function isbnBody(variant: Variant): string {
  return `67${uniqueDigits(bitsFor(variant.key, salt.barcode), variant, 7)}`;
}

function isbn10CheckDigit(body: string): string {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += (body.charCodeAt(i) - 48) * (10 - i);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? "X" : String(digit);
}

/** GS1 prefixes 20-29 (EAN-13) and 04 (a UPC-A that starts with 4) are for use within one shop only. */
function gtinOf(variant: Variant): string {
  const bits = bitsFor(variant.key, salt.barcode);
  return unitFor(variant.key, salt.form) < 0.5
    ? withCheckDigit(`2${uniqueDigits(bits, variant, 11)}`)
    : withCheckDigit(`4${uniqueDigits(bits, variant, 10)}`);
}

const asinLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

function asinOf(variant: Variant): string {
  let chance = "";
  for (let i = 0; i < 4; i++) chance += pick([...asinLetters], unitFor(variant.key, salt.asin, i));
  const own = variant.index.toString(36).toUpperCase().padStart(2, "0");
  return `B0SM${chance}${own}`;
}

function lettersOf(name: string, count: number): string {
  const letters = name.toUpperCase().replace(/[^A-Z]/g, "");
  const consonants = letters.slice(0, 1) + letters.slice(1).replace(/[AEIOU]/g, "");
  return (consonants + letters).slice(0, count);
}

function modelOf(variant: Variant): string {
  const { brand, name } = variant.line;
  const digits = name.replace(/\D/g, "") || String(10 + (bitsFor(variant.familyKey, salt.model) % 90));
  const family = `${lettersOf(brand, 2)}-${lettersOf(name, 4)}${digits}`;
  if (unitFor(variant.familyKey, salt.share) < shareOfFamiliesSharingModel) return family;
  const size = variant.size === null ? "" : "ABCDEFG".charAt(variant.sizeIndex);
  const color = variant.color === null ? "" : variant.color.charAt(0).toUpperCase();
  return family + size + color;
}

function mpnOf(variant: Variant): string {
  const family = 1000 + (bitsFor(variant.familyKey, salt.model) % 9000);
  const own = String(variant.index).padStart(3, "0");
  return `${lettersOf(variant.line.brand, 2)}${family}-${own}${variant.color === null ? "" : lettersOf(variant.color, 2)}`;
}

export function codesOf(variant: Variant): ProductCodes {
  const isBook = variant.category.slug === "books";
  const isSoldWithSku = variant.category.specialists.includes("electronics");
  const hasBarcode = unitFor(variant.key, salt.has) < shareWithBarcode;
  const isbn = isBook ? isbnBody(variant) : null;
  const barcode = isbn === null ? gtinOf(variant) : withCheckDigit(`978${isbn}`);
  return {
    barcode: hasBarcode ? barcode : null,
    isbn10: hasBarcode && isbn !== null ? isbn + isbn10CheckDigit(isbn) : null,
    asin: unitFor(variant.key, salt.hasAsin) < shareWithAsin ? asinOf(variant) : null,
    electronicsSku:
      isSoldWithSku && unitFor(variant.key, salt.sku) < shareWithSku
        ? `6${uniqueDigits(bitsFor(variant.key, salt.sku, 1), variant, 6)}`
        : null,
    model: isBook ? null : modelOf(variant),
    mpn: isBook ? null : mpnOf(variant),
  };
}
