/**
 * Shapes of the made-up market's written material. The text lives in the files beside this one; what is
 * done with it lives one folder up. Every brand, name and sentence is invented.
 */

/** One product line; each color and size of it becomes a product of its own. */
export interface ProductLine {
  readonly brand: string;
  readonly name: string;
  /** What it is, as it reads in a title: "Wireless Over-Ear Headphones". For a book: its author. */
  readonly kind: string;
  /** Price when new, in whole dollars; one for each size where the line comes in sizes. */
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
  /** From the widest to the narrowest. */
  readonly path: readonly string[];
  readonly slug: string;
  readonly emoji: string;
  /** Electronics get cheaper with age; other prices swing slowly. */
  readonly isElectronic: boolean;
  /** Keys of the retailers that stock it besides the marketplace, the superstore and the outlet. */
  readonly specialists: readonly RetailerKey[];
  /** Name of the attribute that a size is: "Capacity", "Format". */
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

export type RetailerKey =
  | "market"
  | "electronics"
  | "superstore"
  | "home"
  | "books"
  | "toys"
  | "outdoors"
  | "outlet";
