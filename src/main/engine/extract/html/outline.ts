export type Attributes = Readonly<Record<string, string>>;

/** An element with those around it. `from` and `to` are offsets into the page's visible text. */
export interface OutlineElement {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly outer: OutlineElement | null;
  readonly depth: number;
  readonly from: number;
  /** Where it ends; `from` while it is open. */
  to: number;
  /** What its tag and names make it, computed on first use: see `text/element-kind.ts`. */
  kind: number | null;
  /** Whether it is a label around a control. */
  hasControl: boolean;
  /** How many buttons to buy it contains, if it is an `aside`. */
  buyButtons: number;
  /** What it has in common with others like it, computed on first use: see `text/region.ts`. */
  signature: string | null;
}

/** The elements that are open while a page is read. */
export class Outline {
  #current: OutlineElement | null = null;

  get current(): OutlineElement | null {
    return this.#current;
  }

  /** How many elements are open. */
  get depth(): number {
    return this.#current === null ? 0 : this.#current.depth + 1;
  }

  open(tag: string, attributes: Attributes, at: number): OutlineElement {
    const outer = this.#current;
    const depth = outer === null ? 0 : outer.depth + 1;
    const element = {
      tag,
      attributes,
      outer,
      depth,
      from: at,
      to: at,
      kind: null,
      hasControl: false,
      buyButtons: 0,
      signature: null,
    };
    this.#current = element;
    return element;
  }

  /** Returns the element that ends. */
  close(at: number): OutlineElement | null {
    const element = this.#current;
    if (element === null) return null;
    element.to = at;
    this.#current = element.outer;
    return element;
  }
}

/** An element and all around it, from the inside out, up to but without `end`. */
export function* around(element: OutlineElement, end: OutlineElement | null): Generator<OutlineElement> {
  for (let each: OutlineElement | null = element; each !== null && each !== end; each = each.outer)
    yield each;
}

/** Characters between two elements; below 0 if one contains the other. */
export function distance(one: OutlineElement, other: OutlineElement): number {
  return Math.max(one.from, other.from) - Math.min(one.to, other.to);
}

/** The innermost element that holds both; `null` where there is none. */
export function commonElement(
  one: OutlineElement | null,
  other: OutlineElement | null,
): OutlineElement | null {
  let [a, b] = [one, other];
  while (a !== null && b !== null && a !== b)
    if (a.depth >= b.depth) a = a.outer;
    else b = b.outer;
  return a === b ? a : null;
}

/** The innermost element with one of these tags: the element itself, or one around it. */
export function ancestor(element: OutlineElement, ...tags: readonly string[]): OutlineElement | null {
  for (let each: OutlineElement | null = element; each !== null; each = each.outer)
    if (tags.includes(each.tag)) return each;
  return null;
}

/** The first index from which on a condition holds; `length` if there is none. */
export function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
