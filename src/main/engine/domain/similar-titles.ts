import { plainLettersOf } from "./search-terms.js";

/** A product's name as shops write it. */
export interface ProductName {
  readonly title: string;
  readonly brand: string | null;
}

/** Words that say nothing of the product. */
const fillers = new Set(
  "a an and buy by der die das for für in mit neu new of on online the und with".split(" "),
);

/** Text in lower case and without accents. */
export function toPlainText(text: string): string {
  return plainLettersOf(text.normalize("NFKD").replace(/\p{M}/gu, ""));
}

/** Words and numbers in lower case and without accents, so that `128GB` and `128 GB` are the same. */
export function wordsOf(text: string): string[] {
  return toPlainText(text).match(/\p{L}+|\p{N}+(?:[.,]\p{N}+)*/gu) ?? [];
}

function titleWords({ title, brand }: ProductName, isBrandKept: boolean): Set<string> {
  const words = isBrandKept ? [...wordsOf(brand ?? ""), ...wordsOf(title)] : wordsOf(title);
  const dropped = new Set([...fillers, ...(isBrandKept ? [] : wordsOf(brand ?? ""))]);
  return new Set(words.filter((word) => !dropped.has(word)));
}

/** Numbers of models such as `E274F` and `WH-1000XM5`, unlike sizes such as `128GB`. */
function modelsOf({ title }: ProductName): string[] {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
  return words.map((word) => word.replaceAll("-", "")).filter((word) => /^\p{L}+\p{N}.{2}/u.test(word));
}

/** With a common model number, names are at least this alike. */
const sameModel = 0.6;

/** Compares many names with one: the share of the words of both that both have, 0 to 1. */
export function likenessTo(one: ProductName): (other: ProductName) => number {
  const words = titleWords(one, true);
  const models = new Set(modelsOf(one));
  return (other) => {
    const others = titleWords(other, true);
    const common = [...others].filter((word) => words.has(word)).length;
    const share = common === 0 ? 0 : common / (words.size + others.size - common);
    return modelsOf(other).some((model) => models.has(model)) ? Math.max(share, sameModel) : share;
  };
}

/**
 * Whether two names differ at most in order, spelling of signs, fillers and the brand. A word more may be another model
 * or colour.
 */
export function isSameName(one: ProductName, other: ProductName): boolean {
  const brands = [one.brand, other.brand].map((brand) => wordsOf(brand ?? "").join(" "));
  if (brands.every((brand) => brand !== "") && brands[0] !== brands[1]) return false;
  const brand = one.brand ?? other.brand;
  const [words, others] = [titleWords({ ...one, brand }, false), titleWords({ ...other, brand }, false)];
  return words.size > 0 && words.size === others.size && [...words].every((word) => others.has(word));
}
