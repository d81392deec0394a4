/** Reads JSON as shops write it: in CDATA, cut off, encoded twice, with comments, entities, `NaN`, missing values. */

export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withoutWrapping(text: string): string {
  return text
    .replace(/^\s*(?:\/\/\s*|\/\*\s*)?<!\[CDATA\[(?:\s*\*\/)?/, "")
    .replace(/(?:\/\/\s*|\/\*\s*)?\]\]>(?:\s*\*\/)?\s*$/, "")
    .replace(/^\s*<!--/, "")
    .replace(/-->\s*$/, "")
    .replace(/^\uFEFF/, "")
    .trim();
}

/** Counted from the end: an expression would look at each run of them again and again. */
function withoutSemicolons(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === ";") end--;
  return text.slice(0, end);
}

/**
 * Strings, whole; and outside of them comments, literals of JavaScript, colons before no value, and commas with all that is
 * no value behind them. What is not closed goes on to the end: it would else be looked for once more from each of its
 * beginnings.
 */
const pieces =
  /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|-?\b(?:NaN|Infinity|undefined)\b|:(?=\s*[,}\]])|,(?:[\s,]|\/\*[\s\S]*?(?:\*\/|$))*/g;

function repaired(text: string): string {
  return text.replace(pieces, (piece: string, at: number) => {
    if (piece.startsWith('"')) return repairedString(piece);
    if (piece === ":") return ":null";
    if (/^-?\w/.test(piece)) return "null";
    if (!piece.startsWith(",")) return "";
    // A comma with nothing but the end behind it separates nothing.
    const next = text.charAt(at + piece.length);
    return next === "}" || next === "]" ? "" : ",";
  });
}

const escapes = /\\(?:u[0-9a-f]{4}|["\\/bfnrt])|\\([\s\S])|\p{Cc}/giu;

/** Raw line breaks become escapes; escapes that JSON does not know stand for the character itself. */
function repairedString(text: string): string {
  return text.replace(escapes, (piece, unknown?: string) => {
    if (unknown !== undefined) return unknown;
    if (piece.startsWith("\\")) return piece;
    return piece === "\n" ? "\\n" : " ";
  });
}

const closers: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** A text that ends too early, with the brackets that it leaves open. */
function completed(text: string): string {
  const open: string[] = [];
  for (const [found] of text.matchAll(usualTokens)) {
    const closer = closers[found];
    if (closer !== undefined) open.push(closer);
    else if (found === "}" || found === "]") open.pop();
  }
  return text + open.reverse().join("");
}

const entities: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&#34;": '"',
  "&#034;": '"',
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&#39;": "'",
};

function withoutEntities(text: string): string {
  return text.replace(/&(?:quot|amp|lt|gt|#0?3[49]);/g, (entity) => entities[entity] ?? entity);
}

function attemptParse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Shops encode JSON twice by mistake, but never more often. */
const maxEncodings = 2;

/** The values in a text; several that follow each other without an array are all read. Empty where there are none. */
export function parseLenientJson(text: string, encodings = 0): unknown[] {
  const bare = withoutSemicolons(withoutWrapping(text));
  if (bare === "") return [];
  const whole = attemptRepaired(bare);
  const values = (whole === null ? splitValues(bare).map(attemptRepaired) : [whole]).flatMap((each) =>
    each === null ? [] : [each.value],
  );
  const [again = withoutEntities(bare)] = values;
  return typeof again === "string" && again !== bare && encodings < maxEncodings
    ? parseLenientJson(again, encodings + 1)
    : values;
}

function attemptRepaired(text: string): { value: unknown } | null {
  return attemptParse(text) ?? attemptParse(repaired(text));
}

const maxValues = 50;

/**
 * Objects and arrays at the top of a text: a broken one does not take its neighbours with it. The last may lack its closing
 * brackets.
 */
function splitValues(text: string): string[] {
  const parts: string[] = [];
  for (let at = text.search(/[[{]/); at >= 0 && parts.length < maxValues; ) {
    const end = balancedEnd(text, at);
    parts.push(end < 0 ? completed(text.slice(at)) : text.slice(at, end));
    if (end < 0) break;
    const next = text.slice(end).search(/[[{]/);
    at = next < 0 ? -1 : end + next;
  }
  return parts;
}

type Quote = '"' | "'" | "`";

/**
 * Strings, and the brackets between them; `quotes`: what strings begin with. A string that is not closed goes on to the
 * end, and its group is empty: it would else be looked for once more from each quote within it.
 */
function tokensOf(quotes: readonly Quote[]): RegExp {
  const strings = quotes.map((quote) => `${quote}(?:[^${quote}\\\\]|\\\\.?)*(${quote}|$)`);
  return new RegExp([...strings, "[[\\]{}]"].join("|"), "gs");
}

const allQuotes: readonly Quote[] = ['"', "'", "`"];
const usualTokens = tokensOf(allQuotes);

/**
 * Where the object or array that begins at `at` ends; -1 where it does not. A quote that nothing closes is none, and no
 * other of its kind behind it is.
 */
export function balancedEnd(text: string, at: number): number {
  let quotes = allQuotes;
  let tokens = usualTokens;
  tokens.lastIndex = at;
  let depth = 0;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [found] = token;
    if (found === "{" || found === "[") depth++;
    else if (found === "}" || found === "]") depth--;
    else if (token.includes("", 1)) {
      quotes = quotes.filter((quote) => quote !== found[0]);
      tokens = tokensOf(quotes);
      tokens.lastIndex = token.index + 1;
    }
    if (depth === 0) return tokens.lastIndex;
  }
  return -1;
}
