import { parseJson } from "../../../../shared/parse-json.js";
export type JsonObject = Readonly<Record<string, unknown>>;

/** `JSON.parse` takes seconds for values that are nested deeply. */
const maxDepth = 200;

const steps: Readonly<Record<string, number>> = { "[": 1, "{": 1, "]": -1, "}": -1 };

function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let i = 0; i < text.length && depth <= maxDepth; i++) {
    const character = text.charAt(i);
    if (character === "\\") i++;
    else if (character === '"') isString = !isString;
    else if (!isString) depth += steps[character] ?? 0;
  }
  return depth > maxDepth;
}

/** The list or object of a JSON text; `undefined` for any other text. */
export function parseJsonList(text: string): unknown {
  return /^\s*[[{]/.test(text) && !isNestedTooDeeply(text) ? parseJson(text) : undefined;
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
