/** Whether a text, as a whole, is an identifier of a known product. */
export type IsKnown = (identifier: string) => boolean;

/**
 * Splits the raw, still percent-encoded value of `ids` (decision 10). If it has a literal comma, literal commas
 * separate and `%2C` is content. Otherwise decoded commas separate, because many clients encode the whole list, unless the
 * value is known as a whole (decision 48). Keeps duplicates: the limit on identifiers counts them.
 */
export function splitIdentifierList(raw: string, isKnown: IsKnown): string[] {
  if (raw.includes(",")) return trimParts(raw.split(",").map(decodeQueryText));
  const text = decodeQueryText(raw);
  const whole = text.trim();
  return whole.includes(",") && isKnown(whole) ? [whole] : splitIdentifierText(text);
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
