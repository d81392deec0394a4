import { limits } from "../limits.js";
import type { Thing, Value } from "../schema-org/thing.js";
import { localName } from "../schema-org/thing.js";
import table from "../words/schema-org.json" with { type: "json" };
import { type Attributes, around, type OutlineElement } from "./outline.js";

/** A thing under construction; its properties arrive as the page goes on. */
interface Draft extends Thing {
  readonly props: Record<string, Value[]>;
}

interface OpenProperty {
  readonly owner: Draft | null;
  readonly names: readonly string[];
  readonly element: OutlineElement;
}

interface Frame {
  readonly scope: Draft | null;
  readonly property: OpenProperty | null;
}

/** A property outside of any item, which one may claim with `itemref`. */
interface Orphan {
  readonly element: OutlineElement;
  readonly name: string;
  readonly value: Value;
}

function draft(types: readonly string[], id: string | null): Draft {
  return { types, id, props: Object.create(null) as Record<string, Value[]> };
}

function add(thing: Draft, name: string, value: Value): void {
  const values = thing.props[name];
  if (values === undefined) thing.props[name] = [value];
  else values.push(value);
}

function words(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(/\s+/).filter((word) => word !== "");
}

/** By tag, the attribute that holds its value. */
const valueAttributes = new Map(
  Object.entries(table.valueAttributes).flatMap(([attribute, tags]) =>
    tags.split(" ").map((tag) => [tag, attribute] as const),
  ),
);

/** What an element says by an attribute; `null` where its text is the value. Shops put `content` on any element. */
function attributeValue(tag: string, attributes: Attributes): string | null {
  if (attributes.content !== undefined) return attributes.content;
  const name = valueAttributes.get(tag);
  return name === undefined ? null : (attributes[name] ?? null);
}

/** How a syntax marks scopes and properties. */
export interface Syntax {
  /** Whether an element says anything in it. */
  speaks(attributes: Attributes): boolean;
  scope(attributes: Attributes): { readonly types: readonly string[]; readonly id: string | null } | null;
  properties(attributes: Attributes): readonly string[];
}

export const microdataSyntax: Syntax = {
  speaks: ({ itemscope, itemprop }) => itemscope !== undefined || itemprop !== undefined,
  scope: ({ itemscope, itemtype, itemid }) =>
    itemscope === undefined ? null : { types: words(itemtype).map(localName), id: itemid ?? null },
  properties: ({ itemprop }) => words(itemprop).map(localName),
};

export const rdfaSyntax: Syntax = {
  speaks: (attributes) => attributes.typeof !== undefined || attributes.property !== undefined,
  scope: (attributes) =>
    attributes.typeof === undefined
      ? null
      : {
          types: words(attributes.typeof).map(localName),
          id: attributes.resource ?? attributes.about ?? null,
        },
  // Open Graph uses the same attribute, on meta elements of the head.
  properties: ({ property }) =>
    words(property)
      .filter((name) => !/^(?:og|product|twitter|fb|article):/i.test(name))
      .map(localName),
};

/** Builds the things of microdata or RDFa while the page is walked. */
export class ThingsBuilder {
  readonly roots: Thing[] = [];
  readonly #syntax: Syntax;
  readonly #frames: Frame[] = [];
  /** The frame of elements that say nothing: most of a page. */
  #plain: Frame = { scope: null, property: null };
  readonly #orphans: Orphan[] = [];
  readonly #references = new Map<Draft, readonly string[]>();

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
  }

  get #scope(): Draft | null {
    return this.#frames.at(-1)?.scope ?? null;
  }

  open(element: OutlineElement): void {
    const { tag, attributes } = element;
    const outer = this.#scope;
    if (!this.#syntax.speaks(attributes)) {
      if (this.#plain.scope !== outer) this.#plain = { scope: outer, property: null };
      this.#frames.push(this.#plain);
      return;
    }
    const opened = this.#syntax.scope(attributes);
    const names = this.#syntax.properties(attributes);
    if (opened !== null) {
      this.#openScope(draft(opened.types, opened.id), names, element);
      return;
    }
    const value = names.length === 0 ? null : attributeValue(tag, attributes);
    if (value !== null) this.#give(outer, names, value.trim(), element);
    const property = names.length === 0 || value !== null ? null : { owner: outer, names, element };
    this.#frames.push({ scope: outer, property });
  }

  close(textSince: (at: number) => string): void {
    const frame = this.#frames.pop();
    if (frame?.property == null) return;
    const { owner, names, element } = frame.property;
    this.#give(owner, names, textSince(element.from), element);
  }

  /** Gives items what they have claimed by `itemref`. */
  finish(): void {
    if (this.#references.size === 0) return;
    for (const { element, name, value } of this.#orphans) {
      const ids = new Set([...around(element, null)].map(({ attributes }) => attributes.id));
      for (const [thing, claimed] of this.#references)
        if (claimed.some((id) => ids.has(id))) add(thing, name, value);
    }
  }

  #openScope(thing: Draft, names: readonly string[], element: OutlineElement): void {
    const outer = this.#scope;
    if (outer === null || names.length === 0) this.roots.push(thing);
    if (names.length > 0) this.#give(outer, names, thing, element);
    const ids = words(element.attributes.itemref);
    if (ids.length > 0 && this.#references.size < limits.references) this.#references.set(thing, ids);
    this.#frames.push({ scope: thing, property: null });
  }

  #give(owner: Draft | null, names: readonly string[], value: Value, element: OutlineElement): void {
    for (const name of names)
      if (owner !== null) add(owner, name, value);
      else if (this.#orphans.length < limits.orphans) this.#orphans.push({ element, name, value });
  }
}
