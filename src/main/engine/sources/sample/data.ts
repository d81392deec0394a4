import { text as productsText } from "../../../../../resources/sample/products.jsonl?gzip";
import textsText from "../../../../../resources/sample/texts.json?raw";
import type { Condition } from "../../../../shared/contract/primitives.js";
import type { CatalogueProduct } from "../catalogue/line.js";
import type { PriceEnding, RetailerKey } from "./retailers.js";

/** A product of the market, with what its prices and deals depend on. */
export interface StoredProduct {
  readonly fields: Omit<CatalogueProduct, "type" | "offers">;
  readonly emoji: string;
  /** A full sentence. */
  readonly blurb: string;
  /** Names its product line, whose prices age together. */
  readonly family: string;
  /** Electronics lose value with age. */
  readonly isAging: boolean;
  readonly offers: readonly StoredOffer[];
}

/** Defaults: new, sold by the shop itself, in dollars, trusted. */
export interface StoredOffer {
  readonly retailer: RetailerKey;
  /** Price when new and undiscounted, in minor units. */
  readonly listMinor: number;
  /** Share of the time in which it is out of stock. */
  readonly outOfStockRate: number;
  readonly URL: string;
  /** Default: the shop's. */
  readonly ending?: PriceEnding;
  readonly condition?: Condition;
  readonly grade?: string;
  readonly seller?: string;
  readonly isMarketplace?: true;
  readonly currency?: "EUR" | "GBP";
  readonly isTrusted?: false;
  readonly isValid?: false;
  readonly isAuction?: true;
}

/** Sentence patterns, with marks such as `{name}`. */
export interface DealTexts {
  readonly deal: {
    readonly titles: readonly string[];
    readonly subtitles: readonly string[];
    readonly descriptions: readonly string[];
  };
  /** For offers that look like a deal only against the highest recent price. */
  readonly claim: { readonly subtitles: readonly string[]; readonly descriptions: readonly string[] };
}

/** The market's products; every brand, name and sentence is invented, and no code can belong to a real product. */
export function readProducts(): StoredProduct[] {
  // Most starts need neither the products nor the module.
  const { gunzipSync } = process.getBuiltinModule("node:zlib");
  return gunzipSync(Buffer.from(productsText, "base64"))
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as StoredProduct);
}

export function readDealTexts(): DealTexts {
  return JSON.parse(textsText) as DealTexts;
}
