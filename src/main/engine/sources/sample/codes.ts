import { gtinCheckDigit } from "../../domain/gtin.js";
import { pick, randomBits, randomUnit } from "./random.js";
import { isBook, type Variant } from "./variants.js";

/** Identifiers of a product, `null` where it has none. None of them can belong to a real product. */
export interface ProductCodes {
  readonly barcode: string | null;
  readonly isbn10: string | null;
  readonly asin: string | null;
  /** Item number at the electronics retailer, which sells only products that have one. */
  readonly electronicsSku: string | null;
  readonly model: string | null;
  readonly mpn: string | null;
}

const salt = {
  barcode: 21,
  barcodeForm: 22,
  asin: 23,
  hasAsin: 24,
  sku: 25,
  model: 26,
  sharesModel: 27,
  hasBarcode: 28,
} as const;

const barcodeShare = 0.95;
const asinShare = 0.88;
const skuShare = 0.85;
const sharedModelShare = 0.4;

/** Random digits, then the variant's own three, so that no two products share a code. */
function uniqueDigits(bits: number, variant: Variant, length: number): string {
  const random = String(bits)
    .padStart(length, "0")
    .slice(-(length - 3));
  return random + String(variant.index).padStart(3, "0");
}

function withCheckDigit(digits: string): string {
  return digits + gtinCheckDigit(digits);
}

/** No country or language has the ISBN prefix 978-67. */
function createIsbnBody(variant: Variant): string {
  return `67${uniqueDigits(randomBits(variant.key, salt.barcode), variant, 7)}`;
}

function isbn10CheckDigit(body: string): string {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += (body.charCodeAt(i) - 48) * (10 - i);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? "X" : String(digit);
}

/** GS1 reserves the prefixes 20–29 (EAN-13) and 04 (a UPC-A that starts with 4) for use within one shop. */
function createGtin(variant: Variant): string {
  const bits = randomBits(variant.key, salt.barcode);
  return randomUnit(variant.key, salt.barcodeForm) < 0.5
    ? withCheckDigit(`2${uniqueDigits(bits, variant, 11)}`)
    : withCheckDigit(`4${uniqueDigits(bits, variant, 10)}`);
}

const asinCharacters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];

function createAsin(variant: Variant): string {
  let random = "";
  for (let i = 0; i < 4; i++) random += pick(asinCharacters, randomUnit(variant.key, salt.asin, i));
  const own = variant.index.toString(36).toUpperCase().padStart(2, "0");
  return `B0SM${random}${own}`;
}

/** The first letter and the consonants, then all letters again up to the length. */
function abbreviate(name: string, length: number): string {
  const letters = name.toUpperCase().replace(/[^A-Z]/g, "");
  const consonants = letters.slice(0, 1) + letters.slice(1).replace(/[AEIOU]/g, "");
  return (consonants + letters).slice(0, length);
}

function createModel(variant: Variant): string {
  const { brand, name } = variant.line;
  const digits = name.replace(/\D/g, "") || String(10 + (randomBits(variant.familyKey, salt.model) % 90));
  const family = `${abbreviate(brand, 2)}-${abbreviate(name, 4)}${digits}`;
  if (randomUnit(variant.familyKey, salt.sharesModel) < sharedModelShare) return family;
  const size = variant.size === null ? "" : "ABCDEFG".charAt(variant.sizeIndex);
  const color = variant.color === null ? "" : variant.color.charAt(0).toUpperCase();
  return family + size + color;
}

function createMpn({ line, index, color, familyKey }: Variant): string {
  const family = 1000 + (randomBits(familyKey, salt.model) % 9000);
  const own = String(index).padStart(3, "0");
  return `${abbreviate(line.brand, 2)}${family}-${own}${color === null ? "" : abbreviate(color, 2)}`;
}

export function createCodes(variant: Variant): ProductCodes {
  const { key, category } = variant;
  const isSoldWithSku = category.specialists.includes("electronics");
  const hasBarcode = randomUnit(key, salt.hasBarcode) < barcodeShare;
  const isbnBody = isBook(variant) ? createIsbnBody(variant) : null;
  const barcode = isbnBody === null ? createGtin(variant) : withCheckDigit(`978${isbnBody}`);
  return {
    barcode: hasBarcode ? barcode : null,
    isbn10: hasBarcode && isbnBody !== null ? isbnBody + isbn10CheckDigit(isbnBody) : null,
    asin: randomUnit(key, salt.hasAsin) < asinShare ? createAsin(variant) : null,
    electronicsSku:
      isSoldWithSku && randomUnit(key, salt.sku) < skuShare
        ? `6${uniqueDigits(randomBits(key, salt.sku, 1), variant, 6)}`
        : null,
    model: isBook(variant) ? null : createModel(variant),
    mpn: isBook(variant) ? null : createMpn(variant),
  };
}
