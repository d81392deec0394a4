import fc, { type Arbitrary } from "fast-check";
import { anyText } from "./text.js";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function nest(depth: number, wrap: (inner: Json) => Json): Json {
  let value: Json = 1;
  for (let i = 0; i < depth; i++) value = wrap(value);
  return value;
}

// biome-ignore format: one per line would fill a page
const numbers = fc.oneof(
  fc.constantFrom(
    0, -0, -1, 1, 0.1, 0.005, 1e10, 1e10 + 1, 1e21, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63, 1e308,
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const specialKeys = fc.constantFrom("__proto__", "constructor", "toJSON", "then", "id", "type", "price");
const keys = fc.oneof({ weight: 3, arbitrary: anyText }, { weight: 1, arbitrary: specialKeys });

const leaf: Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 3, arbitrary: numbers },
  { weight: 2, arbitrary: fc.constantFrom<Json>(null, true, false, "", [], {}) },
);

/** Any JSON, sometimes nested deeply enough to overflow a recursive reader's stack. */
export const anyJson: Arbitrary<Json> = fc.oneof(
  { weight: 12, arbitrary: leaf },
  { weight: 3, arbitrary: fc.array(leaf, { maxLength: 4 }) },
  { weight: 3, arbitrary: fc.dictionary(keys, leaf, { maxKeys: 4, noNullPrototype: true }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(50, 600)
      .map((depth) => nest(depth, (inner) => (depth === 600 ? [inner] : { a: inner }))),
  },
);

/** A change of a JSON value. `at` counts its fields and items in depth-first order, modulo their number. */
export interface JsonEdit {
  readonly at: number;
  readonly kind: "replace" | "remove" | "duplicate" | "rename" | "wrap";
  readonly value: Json;
  readonly key: string;
}

export const anyJsonEdit: Arbitrary<JsonEdit> = fc.record({
  at: fc.nat(4_000),
  kind: fc.constantFrom("replace", "replace", "replace", "remove", "duplicate", "rename", "wrap"),
  value: anyJson,
  key: keys,
});

/** No edits in `none` of `none + some` cases. */
export function anyJsonEdits(maxLength: number, none: number, some: number): Arbitrary<readonly JsonEdit[]> {
  const edits = fc.array(anyJsonEdit, { minLength: 1, maxLength });
  return fc.oneof({ weight: none, arbitrary: fc.constant([]) }, { weight: some, arbitrary: edits });
}

type Parent = Json[] | { [key: string]: Json };
type Position = readonly [parent: Parent, key: string];

function listPositions(value: Json): Position[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(
    ([key, child]) => [[value, key], ...listPositions(child)] as Position[],
  );
}

/** Unlike assignment, also defines a field named `__proto__`, as `JSON.parse` does. */
function define(parent: Parent, key: string, value: Json): void {
  Object.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true });
}

function applyJsonEdit([parent, key]: Position, edit: JsonEdit): void {
  const old = (parent as { [key: string]: Json })[key] ?? null;
  if (edit.kind === "replace") define(parent, key, edit.value);
  else if (edit.kind === "wrap") define(parent, key, [old]);
  else if (Array.isArray(parent)) {
    if (edit.kind === "remove") parent.splice(Number(key), 1);
    else parent.push(old);
  } else {
    if (edit.kind !== "duplicate") delete parent[key];
    if (edit.kind !== "remove") define(parent, edit.key, old);
  }
}

/** Applies the edits, one after the other, to a copy. */
export function editJson(value: Json, edits: readonly JsonEdit[]): Json {
  const root: Json[] = [structuredClone(value)];
  for (const edit of edits) {
    const positions = listPositions(root);
    const position = positions[edit.at % Math.max(1, positions.length)];
    if (position !== undefined) applyJsonEdit(position, edit);
  }
  return root[0] ?? null;
}
