/**
 * Splits the raw (still percent-encoded) value of `ids` (decision 10): where it has a literal comma, literal commas
 * separate and `%2C` is content; otherwise decoded commas separate, because many clients encode the whole list.
 * Parts are trimmed and empty ones dropped; the count before duplicates collapse is what the limit applies to.
 */
export function splitIdentifierList(raw: string): string[] {
  return raw.includes(",")
    ? tidy(raw.split(",").map(decodeQueryText))
    : splitIdentifierText(decodeQueryText(raw));
}

/** Splits a list that is not encoded, as a JSON body carries it (decision 26). */
export function splitIdentifierText(text: string): string[] {
  return tidy(text.split(","));
}

function tidy(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Decodes a query component: `+` is a space; a broken escape stays as it was sent. */
export function decodeQueryText(raw: string): string {
  const spaced = raw.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replace(/(?:%[0-9a-f]{2})+/gi, decodeRun);
  }
}

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}
