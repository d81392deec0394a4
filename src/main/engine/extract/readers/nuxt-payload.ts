/** Nuxt's wrappers of values; their second place names the value. */
const wrappers = new Set(["Reactive", "ShallowReactive", "Ref", "ShallowRef", "EmptyRef", "EmptyShallowRef"]);
const maxValues = 20_000;
const maxDepth = 30;

/**
 * Nuxt 3 keeps a page's data as one list in which every place of an object or a list names another place of it.
 * Returns the data put together again; `null` for any other list.
 */
export function revivePayload(list: unknown): unknown {
  if (!Array.isArray(list) || list.length === 0) return null;
  let left = maxValues;
  const revive = (at: unknown, depth: number): unknown => {
    if (typeof at !== "number" || left-- <= 0 || depth > maxDepth) return null;
    const value: unknown = list[at];
    if (Array.isArray(value)) {
      const [head, inner] = value as unknown[];
      if (typeof head === "string") return wrappers.has(head) ? revive(inner, depth + 1) : null;
      return value.map((each) => revive(each, depth + 1));
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each, depth + 1)]));
  };
  return revive(0, 0);
}
