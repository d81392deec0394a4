import type { OutlineElement } from "../html/outline.js";

/** A short visible text that names an amount, where it stands. */
export interface PriceSpot {
  readonly element: OutlineElement;
  text: string;
  /** What stands before it on its line, and behind it. */
  readonly before: string;
  after: string;
  /** The line above, where nothing stands before it on its own; empty if that is long. */
  readonly above: string;
  /** The next line, where nothing stands behind it on its own; empty if that is long. */
  below: string;
  /** What the label around it says, if it is one of several to choose from; else empty. */
  choice: string;
}

/** What a page shows of a price and what belongs to it. */
export interface PageSpots {
  readonly prices: readonly PriceSpot[];
  readonly stocks: readonly StockSpot[];
  /** Elements that say nothing but that delivery is free. */
  readonly freeShipping: readonly OutlineElement[];
}

/** Words on whether a thing can be had. */
export interface StockSpot {
  readonly element: OutlineElement;
  availability: "in" | "out";
  /** A button's word says what can be done, not what is. */
  readonly isControl: boolean;
  readonly isLater: boolean;
  readonly isDelivery: boolean;
  readonly isStoreOnly: boolean;
  /** Nothing but that, not a sentence in which it occurs. */
  isPlain: boolean;
}
