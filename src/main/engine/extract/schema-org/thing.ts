import { repairedText } from "../html/repaired-text.js";
import { limits } from "../limits.js";

/** A value of a property: text as it stands on the page, or another thing. */
export type Value = string | number | boolean | Thing;

/** A node of schema.org data, whichever syntax it was written in. Types and properties are in lower case. */
export interface Thing {
  /** Local names: `product`, whether the page wrote `Product`, `schema:Product` or the whole URL. */
  readonly types: readonly string[];
  readonly id: string | null;
  readonly props: Readonly<Record<string, readonly Value[]>>;
}

export function isThing(value: Value | undefined): value is Thing {
  return typeof value === "object";
}

/** `https://schema.org/InStock`, `schema:InStock` and `InStock` are all `instock`. */
export function localName(name: string): string {
  const trimmed = name.trim();
  return trimmed
    .slice(Math.max(trimmed.lastIndexOf("/"), trimmed.lastIndexOf("#"), trimmed.lastIndexOf(":")) + 1)
    .toLowerCase();
}

export function valuesOf(thing: Thing, name: string): readonly Value[] {
  return thing.props[name] ?? [];
}

export function thingsOf(thing: Thing, name: string): Thing[] {
  return valuesOf(thing, name).filter(isThing);
}

/** The first value that is text or a number, as text without white space around it. */
export function textOf(thing: Thing, ...names: readonly string[]): string | null {
  return textWithin(thing, names, 0);
}

/** Things may hold each other; a text lies a few steps away, or not at all. */
const maxSteps = 4;

function textWithin(thing: Thing, names: readonly string[], steps: number): string | null {
  for (const name of names)
    for (const value of valuesOf(thing, name)) {
      const text = plainText(value, steps);
      if (text !== null && text !== "") return text;
    }
  return null;
}

/** A thing in the place of a text is meant by its name, or its value (`{"@value": …}`, PropertyValue, Brand). */
function plainText(value: Value, steps: number): string | null {
  if (!isThing(value)) return repairedText(String(value).slice(0, limits.value)).replace(/\s+/g, " ").trim();
  if (steps >= maxSteps) return null;
  return textWithin(value, ["@value", "name", "value", "url"], steps + 1) ?? value.id;
}

export function hasType(thing: Thing, types: ReadonlySet<string>): boolean {
  return thing.types.some((type) => types.has(type));
}
