import fc, { type Arbitrary } from "fast-check";
import { wildText } from "./text.js";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function nested(depth: number, wrap: (inner: Json) => Json): Json {
  let value: Json = 1;
  for (let i = 0; i < depth; i++) value = wrap(value);
  return value;
}

const numbers = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    1,
    0.1,
    0.005,
    1e10,
    1e10 + 1,
    1e21,
    -1e308,
    5e-324,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    1e308,
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Names that mean something to JavaScript itself. */
const keys = fc.oneof(
  { weight: 3, arbitrary: wildText },
  {
    weight: 1,
    arbitrary: fc.constantFrom("__proto__", "constructor", "toJSON", "then", "id", "type", "price"),
  },
);

/** An object whose `__proto__` is a field like any other, as `JSON.parse` makes it. */
function plain(entries: readonly (readonly [string, Json])[]): Json {
  const made: { [key: string]: Json } = {};
  for (const [key, value] of entries)
    Object.defineProperty(made, key, { value, enumerable: true, writable: true, configurable: true });
  return made;
}

const leaf: Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: wildText },
  { weight: 3, arbitrary: numbers },
  { weight: 2, arbitrary: fc.constantFrom<Json>(null, true, false, "", [], {}) },
);

/** Any JSON, a few levels deep; now and then deeper than a reader's stack may like. */
export const wildJson: Arbitrary<Json> = fc.oneof(
  { weight: 12, arbitrary: leaf },
  { weight: 3, arbitrary: fc.array(leaf, { maxLength: 4 }) },
  { weight: 3, arbitrary: fc.array(fc.tuple(keys, leaf), { maxLength: 4 }).map(plain) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(50, 600)
      .map((depth) => nested(depth, (inner) => (depth % 100 === 0 ? [inner] : { a: inner }))),
  },
);

/** One change at a place of a value; the place is counted through all of it. */
export interface JsonEdit {
  readonly at: number;
  readonly kind: "replace" | "remove" | "double" | "rename" | "wrap";
  readonly value: Json;
  readonly key: string;
}

export const jsonEdit: Arbitrary<JsonEdit> = fc.record({
  at: fc.nat(4_000),
  kind: fc.constantFrom("replace", "replace", "replace", "remove", "double", "rename", "wrap"),
  value: wildJson,
  key: keys,
});

type Holder = Json[] | { [key: string]: Json };

function places(
  value: Json,
  found: { holder: Holder; key: string }[] = [],
): { holder: Holder; key: string }[] {
  if (typeof value !== "object" || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push({ holder: value, key });
    places((value as { [key: string]: Json })[key] ?? null, found);
  }
  return found;
}

function put(holder: Holder, key: string, value: Json): void {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}

function applyAt({ holder, key }: { holder: Holder; key: string }, edit: JsonEdit): void {
  const old = (holder as { [key: string]: Json })[key] ?? null;
  if (edit.kind === "replace") put(holder, key, edit.value);
  else if (edit.kind === "wrap") put(holder, key, [old]);
  else if (Array.isArray(holder)) {
    if (edit.kind === "remove") holder.splice(Number(key), 1);
    else holder.push(old);
  } else {
    if (edit.kind !== "double") delete holder[key];
    if (edit.kind !== "remove") put(holder, edit.key, old);
  }
}

/** A copy with all changes made, one after the other. */
export function editJson(value: Json, edits: readonly JsonEdit[]): Json {
  const root: Json[] = [structuredClone(value)];
  for (const edit of edits) {
    const all = places(root);
    const place = all[edit.at % Math.max(1, all.length)];
    if (place !== undefined) applyAt(place, edit);
  }
  return root[0] ?? null;
}
