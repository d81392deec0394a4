import type { Thing } from "../schema-org/thing.js";
import type { PageSpots } from "../text/spot.js";
import type { OutlineElement } from "./outline.js";

export interface Meta {
  /** `name`, `property` or `itemprop` in lower case. */
  readonly key: string;
  readonly content: string;
}

export interface Script {
  readonly type: string;
  readonly id: string;
  readonly text: string;
}

/** Attributes of elements in which shop platforms leave JSON. */
export interface DataAttribute {
  readonly name: string;
  readonly value: string;
}

/** An element with its visible text. */
export interface TextElement {
  readonly element: OutlineElement;
  readonly text: string;
}

/** What a chosen option or radio button is labelled. */
export interface ChosenName {
  readonly name: string;
  readonly value: string;
}

/** Everything that extraction looks at, gathered in one pass over the page. */
export interface PageFacts {
  readonly canonical: string | null;
  readonly base: string | null;
  /** When and where it leads by itself, as a `<meta>` outside of `noscript` says. */
  readonly refresh: string | null;
  readonly language: string | null;
  readonly title: string;
  readonly heading: string;
  /** Where in the text it stands. */
  readonly headingAt: number;
  readonly headingElement: OutlineElement | null;
  /** All that may be headings, in the order in which they stand. */
  readonly headings: readonly TextElement[];
  /** A short text beside the heading whose element is called the brand. */
  readonly brand: string | null;
  readonly metas: readonly Meta[];
  readonly scripts: readonly Script[];
  readonly microdata: readonly Thing[];
  readonly rdfa: readonly Thing[];
  readonly spots: PageSpots;
  /** Short cells of tables. */
  readonly cells: readonly TextElement[];
  /** Links whose text may be a product's name. */
  readonly namedLinks: readonly TextElement[];
  /** Links of fewer words, such as "To the shop". */
  readonly shortLinks: readonly TextElement[];
  /** All visible links, also those without a text, of a page that is read as a list; of others none. */
  readonly links: readonly TextElement[];
  /** Visible `img` elements. */
  readonly images: readonly OutlineElement[];
  /** The address of the picture that browsers show beside the title; not SVG, which is a document with scripts. */
  readonly icon: string | null;
  readonly dataAttributes: readonly DataAttribute[];
  /** Values of chosen options and checked boxes: what the page has selected. */
  readonly selected: readonly string[];
  /** Chosen options and checked boxes themselves. */
  readonly chosen: readonly OutlineElement[];
  /** Names of chosen options and radio buttons, with their values. */
  readonly chosenNames: readonly ChosenName[];
  /** The beginning of the visible text, white space folded. */
  readonly text: string;
  /** From the heading on, line by line. */
  readonly product: string;
  /** All of it, in characters. */
  readonly textLength: number;
  /** Countries of the postal addresses that it shows: `us`, `ca`, `au`. */
  readonly postalRegions: readonly string[];
  /** Whether it names a country with dollars of its own, beside the United States. */
  readonly namesDollarCountry: boolean;
  /** Classes that the page's own style sheets strike out. */
  readonly struckNames: ReadonlySet<string>;
  readonly hasPasswordField: boolean;
  /** Addresses of scripts and frames; both lists are limited in number and length. */
  readonly embeds: readonly string[];
  readonly formActions: readonly string[];
  /** Whether a visible element's class says that the page was not found. */
  readonly hasErrorElement: boolean;
}

export function metaContent({ metas }: PageFacts, ...keys: readonly string[]): string | null {
  return metaIn(metas, ...keys);
}

/** The first of these meta tags that says something. */
export function metaIn(metas: readonly Meta[], ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const found = metas.find((meta) => meta.key === key && meta.content.trim() !== "");
    if (found !== undefined) return found.content.trim();
  }
  return null;
}
