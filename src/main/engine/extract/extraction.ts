import type { PackSize } from "../../../shared/app/pack-size.js";
import type { ConditionalPrice } from "../../../shared/app/pages.js";
import type { BlockKind } from "./blocks.js";
import type { Availability, Condition, Ordering } from "./candidate.js";

/** The page's product; unknown fields are left out. */
export interface ExtractedProduct {
  readonly title?: string;
  /** What the address selects among the variants of the page's product. */
  readonly variant?: string;
  readonly brand?: string;
  readonly gtin?: string;
  readonly sku?: string;
  readonly mpn?: string;
  readonly model?: string;
  readonly image?: string;
  readonly description?: string;
  readonly category?: string;
  /** What the shop calls itself. */
  readonly shop?: string;
  /** The address of the picture that browsers show beside the page's title. */
  readonly shop_icon?: string;
}

export interface ExtractedOffer {
  /** `null` if ambiguous or absent. */
  readonly price: number | null;
  readonly currency: string | null;
  /** The sign beside the price, where several currencies share it and the page does not say which is meant. */
  readonly sign?: string;
  /** The currencies to which the rest of the page points, the likeliest first, if it is not sure which one is meant. */
  readonly likely_currencies?: readonly string[];
  readonly availability: Availability | null;
  readonly condition?: Condition;
  readonly seller?: string | null;
  readonly list_price?: number;
  /** The lowest price of the 30 days before a reduction. */
  readonly lowest_30_days?: number;
  /** What delivery costs; 0 if it is free. */
  readonly shipping?: number;
  readonly ordering?: Ordering;
  /** How much is in the pack, by the price per unit that the page states. */
  readonly size?: PackSize;
  /** What some shoppers pay instead: with a coupon or code, as members, as a subscription, with a trade-in. */
  readonly conditions?: readonly ConditionalPrice[];
  /** The item of a list whose price this is. */
  readonly cheapest?: { readonly title: string | null; readonly url: string };
}

/** Where a price stands on the page. */
export interface PricePlace {
  /** Words of its line, with `…` for the price between them, or what the data names it by; null if it stands alone. */
  readonly words: string | null;
  /** `data` if the page does not show it. */
  readonly spot: "above-name" | "below-name" | "data";
  /** Which end of a range it is. */
  readonly end?: "lowest" | "highest";
}

/** What the page offers besides: used, or by another seller. */
export interface FurtherOffer {
  readonly price: number;
  readonly currency: string | null;
  readonly condition?: Condition;
  readonly seller?: string;
  readonly availability?: Availability;
}

export interface ExtractedCandidate {
  readonly price: number | null;
  readonly currency: string | null;
  /** As that of an offer. */
  readonly sign?: string;
  readonly availability: Availability | null;
  /** Only if the candidates are those of several products. */
  readonly title?: string;
  readonly variant?: string;
  readonly from: string;
  /** Only among several prices without a variant: what tells this one from the others. */
  readonly place?: PricePlace;
  /** How likely it is the page's price, 0 to 1; only beside a place. */
  readonly probability?: number;
}

/** Which sources on the page agree with the price, and which name another one. */
export interface PriceEvidence {
  readonly agree?: readonly string[];
  readonly differ?: readonly { readonly from: string; readonly price: number }[];
}

/** How likely a price is, and what speaks most for it. */
export interface PriceScore {
  /** 0 to 1. */
  readonly probability: number;
  /** Names of `score/features.ts`. */
  readonly features: readonly string[];
}

/** One page's findings, as `tidemark extract` prints them. */
export interface Extraction {
  readonly url: string;
  readonly status: "found" | "ambiguous" | "blocked" | "nothing";
  readonly reason: string | null;
  /** Only if the status is `blocked`. */
  readonly blocked_by?: BlockKind;
  /** Only of a list: it has products with prices, but none that the shopper's words match. */
  readonly is_no_match?: boolean;
  readonly product?: ExtractedProduct;
  readonly offer?: ExtractedOffer;
  readonly offers?: readonly FurtherOffer[];
  readonly candidates: readonly ExtractedCandidate[];
  readonly evidence: PriceEvidence & {
    readonly price?: string;
    /** Of a clicked price: the price that the page has without the click. */
    readonly unclicked?: number;
    /** The price is a whole number from the page's scripts, and nothing confirms that it is not in cents. */
    readonly unit?: "assumed";
    readonly availability?: string;
    /** Only of a price that the page does not tell clearly. */
    readonly score?: PriceScore;
  };
}
