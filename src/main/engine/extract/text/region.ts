import { around, commonElement, type OutlineElement } from "../html/outline.js";
import { kindOf, kinds } from "./element-kind.js";

/** How an element stands to the page's heading. */
export interface Place {
  /** Depth of the innermost element that holds both: the deeper, the nearer. */
  readonly shared: number;
  /** What the elements between say, as bits of `kinds`. */
  readonly kind: number;
  /** In a list of things that are alike: other products, or choices. */
  readonly isListed: boolean;
}

const ages = kinds.old | kinds.now;

/** Children of one parent that are called the same. */
type Siblings = Map<string, Set<OutlineElement>>;

const labels = kinds.old | kinds.now | kinds.conditional | kinds.price;
const longestLabelled = 250;

const itemTags = new Set(["li", "article", "tr", "a", "dd"]);
const leastAlike = 3;
/** What has letters of its own beside the price, such as a name. */
const leastNaming = 4;

function signatureOf(element: OutlineElement): string {
  element.signature ??= readSignature(element);
  return element.signature;
}

function readSignature({ tag, attributes }: OutlineElement): string {
  return `${tag}.${(attributes.class ?? "").split(/\s+/, 1)[0]?.replace(/[a-f\d]{5,}$|__\w{5,6}$/, "") ?? ""}`;
}

/** Where things stand on a page: measured from its heading, and from what repeats. */
export class Regions {
  readonly #heading: OutlineElement | null;
  /** Half of the page's text: what holds more is not beside the product. */
  readonly #half: number;
  readonly #siblings = new Map<OutlineElement | null, Siblings>();

  /** `priced`: every element that holds a price, with the length of that price's own text. */
  constructor(
    heading: OutlineElement | null,
    priced: readonly { element: OutlineElement; length: number }[],
    textLength: number,
  ) {
    this.#half = textLength / 2;
    this.#heading = heading;
    for (const { element, length } of priced) this.#count(element, length);
  }

  place(element: OutlineElement): Place {
    const common = commonElement(element, this.#heading);
    let kind = 0;
    let isListed = false;
    for (const each of around(element, common)) {
      // What holds much more than a price is not named after it.
      const length = each.to - each.from;
      const own =
        kindOf(each) & ~(length > longestLabelled ? labels : 0) & ~(length > this.#half ? kinds.aside : 0);
      // An aside with buttons to buy sells the page's own product, unless it lists several.
      if (each.tag === "aside" && (each.buyButtons === 0 || each.buyButtons > 3)) kind |= kinds.aside;
      // The innermost that calls a price old or new is the one to believe.
      kind |= (kind & ages) === 0 ? own : own & ~ages;
      isListed ||= this.#isAlike(each);
    }
    return { shared: common?.depth ?? -1, kind, isListed };
  }

  #count(element: OutlineElement, priceLength: number): void {
    const common = commonElement(element, this.#heading);
    for (const each of around(element, common)) {
      if (each.to - each.from < priceLength + leastNaming || (kindOf(each) & kinds.price) !== 0) continue;
      const siblings: Siblings = this.#siblings.get(each.outer) ?? new Map();
      this.#siblings.set(each.outer, siblings);
      const signature = signatureOf(each);
      // Containers without a name are alike everywhere.
      if (signature.endsWith(".") && !itemTags.has(each.tag)) continue;
      const alike = siblings.get(signature) ?? new Set();
      siblings.set(signature, alike.add(each));
    }
  }

  #isAlike(element: OutlineElement): boolean {
    const alike = this.#siblings.get(element.outer)?.get(signatureOf(element));
    return alike !== undefined && alike.size >= leastAlike && alike.has(element);
  }
}
