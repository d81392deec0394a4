/** Reads values in the JSON of a page's own program, whatever way its names are written. */

export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const folded = new Map<string, string>();
const mostFolded = 5_000;

/** `sale_price`, `salePrice` and `SalePrice` are one name. Programs use the same names again and again. */
function fold(name: string): string {
  const known = folded.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/[_\-\s]/g, "").toLowerCase();
  if (folded.size < mostFolded) folded.set(name, made);
  return made;
}

type Values = ReadonlyMap<string, unknown>;
const valuesOf = new WeakMap<Json, Values>();

/** An object's values under their folded names; those that say nothing are left out. */
function values(object: Json): Values {
  const known = valuesOf.get(object);
  if (known !== undefined) return known;
  const made = new Map<string, unknown>();
  for (const [key, value] of Object.entries(object)) {
    const name = fold(key);
    if (value !== null && value !== undefined && value !== "" && !made.has(name)) made.set(name, value);
  }
  valuesOf.set(object, made);
  return made;
}

/** The value under the first of these names that the object has. */
export function lookUp(object: Json, names: readonly string[]): unknown {
  const own = values(object);
  for (const name of names) {
    const value = own.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The values under these names, in their order. */
export function lookUpAll(object: Json, names: readonly string[]): unknown[] {
  const own = values(object);
  return names.map((name) => own.get(name)).filter((value) => value !== undefined);
}

function plainText(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : null;
}

/** A text; of an object that stands for one its name, of one with a text for each language the first. */
export function textAt(object: Json, names: readonly string[]): string | null {
  const value = lookUp(object, names);
  if (!isJson(value)) return plainText(value);
  const named = plainText(lookUp(value, ["name", "title", "type", "value", "label"]));
  if (named !== null) return named;
  const [language, text] = Object.entries(value)[0] ?? [];
  return language !== undefined && /^[a-z]{2}(?:[-_][A-Z]{2})?$/.test(language) ? plainText(text) : null;
}
