import categoriesText from "../../../../../resources/sample/categories.json?raw";
import textsText from "../../../../../resources/sample/texts.json?raw";
import type { RetailerKey } from "./retailers.js";

/** One product line; each size and color of it becomes a product. */
export interface ProductLine {
  /** A book's publisher. */
  readonly brand: string;
  readonly name: string;
  /** The noun of its titles: "Wireless Over-Ear Headphones". For a book, its author. */
  readonly kind: string;
  /** Price when new, in whole dollars; one for each size if the line comes in sizes. */
  readonly price: number | Readonly<Record<string, number>>;
  /** A full sentence. */
  readonly blurb: string;
  /** Two noun phrases that follow "You get". */
  readonly points: readonly [string, string];
  readonly specs: Readonly<Record<string, string>>;
  readonly colors?: readonly string[];
}

export interface Category {
  readonly name: string;
  /** From the widest category to the narrowest. */
  readonly path: readonly string[];
  readonly slug: string;
  readonly emoji: string;
  /** Electronics lose value with age. */
  readonly isElectronic: boolean;
  /** Retailers that stock it besides the marketplace, the superstore and the outlet. */
  readonly specialists: readonly RetailerKey[];
  /** The attribute that holds a size: "Capacity", "Format". */
  readonly sizeName: string;
  /** Names of the review scores. */
  readonly aspects: readonly string[];
  readonly keywords: readonly string[];
  /** Closing sentences of a description. */
  readonly extras: readonly string[];
  readonly pros: readonly string[];
  readonly cons: readonly string[];
  /** Phrases that follow "for": "long flights". */
  readonly uses: readonly string[];
  readonly lines: readonly ProductLine[];
}

/** Names and sentence patterns shared by all categories. `fill` replaces marks such as `{name}`. */
export interface SampleTexts {
  readonly sellers: readonly string[];
  readonly importers: readonly string[];
  readonly grades: { readonly used: readonly string[]; readonly refurbished: readonly string[] };
  readonly points: readonly string[];
  readonly bookPoints: readonly string[];
  /** Tiers by overall score, best first. */
  readonly reviews: readonly {
    readonly minScore: number;
    readonly headlines: readonly string[];
    readonly bottomLines: readonly string[];
  }[];
  readonly deal: {
    readonly titles: readonly string[];
    readonly subtitles: readonly string[];
    readonly descriptions: readonly string[];
  };
  /** For offers that look like a deal only against the highest recent price. */
  readonly claim: { readonly subtitles: readonly string[]; readonly descriptions: readonly string[] };
}

export interface SampleData {
  readonly categories: readonly Category[];
  readonly texts: SampleTexts;
}

let data: SampleData | undefined;

/**
 * The written material of the market; every brand, name and sentence is invented. Parsed on first use, because the
 * engine starts without it. The files are bundled, so a unit test validates them, not each run.
 */
export function sampleData(): SampleData {
  data ??= {
    categories: JSON.parse(categoriesText) as Category[],
    texts: JSON.parse(textsText) as SampleTexts,
  };
  return data;
}
