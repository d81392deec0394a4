/** Characters that steer a terminal, or reverse the order of the text around them. Line breaks and tabs are text. */
const steering = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Whole commands to a terminal: `ESC [ 31 m` and `ESC ] 0 ; … BEL`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const terminalCommand = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;

export function hasSteering(text: string): boolean {
  return text.search(steering) >= 0;
}

/** A text without steering characters: those with a width of their own become spaces. */
export function cleanText(text: string): string {
  if (!hasSteering(text)) return text;
  return text
    .replace(terminalCommand, "")
    .replace(steering, (character) => (character > "\u2000" ? "" : " "))
    .trim();
}

/** JSON with its steering characters escaped, so that it means the same. */
export function escapeSteering(json: string): string {
  return json.replace(steering, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A value of JSON with clean texts and names; the same value if they are. Its depth must be limited. */
export function cleanTexts<T>(value: T): T {
  if (typeof value === "string") return cleanText(value) as T;
  if (Array.isArray(value)) {
    const cleaned = value.map(cleanTexts);
    return cleaned.some((each, i) => !Object.is(each, value[i])) ? (cleaned as T) : value;
  }
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value);
  const cleaned = entries.map(([name, each]) => [cleanText(name), cleanTexts(each)] as const);
  const isSame = cleaned.every(
    ([name, each], i) => name === entries[i]?.[0] && Object.is(each, entries[i]?.[1]),
  );
  return isSame ? value : (Object.fromEntries(cleaned) as T);
}
