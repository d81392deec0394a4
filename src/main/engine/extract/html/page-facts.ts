import type { Thing } from "../schema-org/thing.js";

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

/** A piece of visible text that may be a price, with what stands around it. */
export interface TextPrice {
  readonly text: string;
  /** Class, id and data attributes of the element and those around it, in lower case. */
  readonly label: string;
  /** Struck out, or called old: what it was, not what it is. */
  readonly isOld: boolean;
  /** In a navigation, an aside, a footer, or a list of other products. */
  readonly isAside: boolean;
  /** Count of text pieces before it: how far down the page it stands. */
  readonly position: number;
}

/** Attributes of elements in which shop platforms leave JSON. */
export interface DataAttribute {
  readonly name: string;
  readonly value: string;
}

/** Everything that extraction looks at, gathered in one pass over the page. */
export interface PageFacts {
  readonly canonical: string | null;
  readonly base: string | null;
  readonly language: string | null;
  readonly title: string;
  readonly heading: string;
  /** Where in the text it stands. */
  readonly headingAt: number;
  readonly metas: readonly Meta[];
  readonly scripts: readonly Script[];
  readonly microdata: readonly Thing[];
  readonly rdfa: readonly Thing[];
  readonly prices: readonly TextPrice[];
  readonly dataAttributes: readonly DataAttribute[];
  /** Values of chosen options and checked boxes: what the page has selected. */
  readonly selected: readonly string[];
  /** The beginning of the visible text, white space folded. */
  readonly text: string;
  /** All of it, in characters. */
  readonly textLength: number;
  readonly hasPasswordField: boolean;
}

export function metaContent(facts: PageFacts, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const found = facts.metas.find((meta) => meta.key === key && meta.content.trim() !== "");
    if (found !== undefined) return found.content.trim();
  }
  return null;
}
