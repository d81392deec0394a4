export type Availability = "in" | "out";
/** Orders are taken, but the goods come later; or they are sold in the shop's stores only. */
export type Ordering = "preorder" | "backorder" | "store";
export type Condition = "new" | "used" | "refurbished";

/** Where on the page a finding comes from, the most trusted first. */
export const origins = [
  "recipe",
  "buy-box",
  "json-ld",
  "microdata",
  "rdfa",
  "embedded",
  "meta",
  "text",
] as const;
export type Origin = (typeof origins)[number];

/** One price that the page names, with what it is the price of. */
export interface Candidate {
  readonly from: Origin;
  /** Shown as evidence: `json-ld:Product.offers.price`. */
  readonly path: string;
  readonly price: number | null;
  readonly currency: string | null;
  /** Beside a price whose currency it does not tell, because several share it. */
  readonly sign?: string | null;
  readonly availability: Availability | null;
  /** Where the availability comes from. */
  readonly availabilityPath: string | null;
  readonly condition: Condition | null;
  readonly listPrice: number | null;
  readonly seller: string | null;
  /** A whole number from the page's scripts, and nothing beside it says whether it is in cents. */
  readonly mayBeCents?: boolean;
  /** What delivery costs; 0 if it is free, missing if unknown. */
  readonly shipping?: number;
  readonly ordering?: Ordering;
  /** What distinguishes it from the product's other variants: `Black / 64 GB`. */
  readonly variant: string | null;
  /** Identifiers that a URL or a selection may name: SKU, variant id, GTIN, offer URL. */
  readonly keys: readonly string[];
  readonly url: string | null;
  /** What names this very variant, where it differs from its product's. */
  readonly sku?: string | null;
  readonly gtin?: string | null;
  readonly title?: string | null;
  readonly image?: string | null;
  /** What it is called, where the page sells several products. */
  readonly product?: string;
}

/** A product as one source on the page describes it. */
export interface Finding {
  readonly from: Origin;
  readonly title: string | null;
  readonly brand: string | null;
  readonly gtin: string | null;
  readonly sku: string | null;
  readonly mpn: string | null;
  readonly model: string | null;
  readonly image: string | null;
  readonly description: string | null;
  readonly category: string | null;
  readonly url: string | null;
  readonly candidates: readonly Candidate[];
  /** The page itself says that it is what the page is about. */
  readonly isMainEntity: boolean;
}

/** What each source says of the page's own product, the most trusted source first. */
export type MainFindings = ReadonlyMap<Origin, readonly Finding[]>;

export function candidatesIn(main: MainFindings): Candidate[] {
  return [...main.values()].flat().flatMap(({ candidates }) => candidates);
}

/** A candidate with its source and path only. */
export function blankCandidate(from: Origin, path: string): Candidate {
  return {
    from,
    path,
    price: null,
    currency: null,
    availability: null,
    availabilityPath: null,
    condition: null,
    listPrice: null,
    seller: null,
    variant: null,
    keys: [],
    url: null,
  };
}

/** A finding with its source only. */
export function blankFinding(from: Origin): Finding {
  return {
    from,
    title: null,
    brand: null,
    gtin: null,
    sku: null,
    mpn: null,
    model: null,
    image: null,
    description: null,
    category: null,
    url: null,
    candidates: [],
    isMainEntity: false,
  };
}
