import type { OutlineElement } from "../html/outline.js";

/** A short visible text with an amount, and the texts around it. */
export interface PriceSpot {
  readonly element: OutlineElement;
  text: string;
  /** What stands before it on its line, and behind it. */
  readonly before: string;
  after: string;
  /** The line above, if nothing stands before the text on its own line; empty if that line is long. */
  readonly above: string;
  /** The next line, if nothing stands behind the text on its own line; empty if that line is long. */
  below: string;
  /** The label around it if it is one of several options; else empty. */
  choice: string;
}

/** The prices that a page shows, with its words about stock and delivery. */
export interface PageSpots {
  readonly prices: readonly PriceSpot[];
  readonly stocks: readonly StockSpot[];
  /** Elements that say nothing but that delivery is free. */
  readonly freeShipping: readonly OutlineElement[];
}

/** Words about stock. */
export interface StockSpot {
  readonly element: OutlineElement;
  availability: "in" | "out";
  /** A button's word says what can be done, not what is. */
  readonly isControl: boolean;
  readonly isLater: boolean;
  readonly isDelivery: boolean;
  readonly isStoreOnly: boolean;
  /** The text says nothing else; it is no sentence in which these words occur. */
  isPlain: boolean;
}
