/**
 * Splits the raw, still percent-encoded value of `ids` (decision 10). If it has a literal comma, literal commas
 * separate and `%2C` is content. Otherwise decoded commas separate, because many clients encode the whole list.
 * Keeps duplicates: the limit on identifiers counts them.
 */
export function splitIdentifierList(raw: string): string[] {
  return raw.includes(",")
    ? trimParts(raw.split(",").map(decodeQueryText))
    : splitIdentifierText(decodeQueryText(raw));
}

/** Splits an unencoded list, as in a JSON body (decision 26). */
export function splitIdentifierText(text: string): string[] {
  return trimParts(text.split(","));
}

function trimParts(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Decodes a query component: `+` is a space; an invalid escape stays as sent. */
export function decodeQueryText(raw: string): string {
  const spaced = raw.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replace(/(?:%[0-9a-f]{2})+/gi, decodeEscapes);
  }
}

function decodeEscapes(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}
