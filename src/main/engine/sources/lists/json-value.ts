export type JsonObject = Readonly<Record<string, unknown>>;

/** The value of a JSON text; `undefined` for any other text. */
export function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects among the values of an array, or of an object. */
export function objectsIn(value: unknown): JsonObject[] {
  return typeof value === "object" && value !== null ? Object.values(value).filter(isObject) : [];
}

/** The first that is a text with a letter or digit; `null` if none is. */
export function textIn(object: JsonObject, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = object[key];
    if (typeof value === "string" && /[\p{L}\p{N}]/u.test(value)) return value.trim();
  }
  return null;
}
