/** Fills `{name}` marks of a pattern; a mark without a value stays. */
export function fill(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function uncapitalized(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Lower case, words joined by hyphens: "Fox & Ferry" is "fox-ferry". */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Two decimals, as scores and ratings are given. */
export function rounded2(value: number): number {
  return Math.round(value * 100) / 100;
}
