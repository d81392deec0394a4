/** Reads values that programs write as literals of JavaScript rather than as JSON. */

/**
 * Strings, whole; keys without quotes; and the words that stand for a value. A string that does not end
 * goes to the end of the text, and a key starts where its word does: otherwise a script of nothing but such beginnings would
 * be read once for each of them.
 */
const pieces =
  /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|'(?:[^'\\]|\\[\s\S]?)*(?:'|$)|`(?:[^`\\]|\\[\s\S]?)*(?:`|$)|(?<![\w$])([A-Za-z_$][\w$]*)(?=\s*:)|\bundefined\b|\bNaN\b|void 0|!0|!1|\bnew Date\([^)]{0,60}\)|,(?=\s*[}\]])/g;

const words: Readonly<Record<string, string>> = { "!0": "true", "!1": "false" };

function asJsonString(text: string): string {
  const inner = text.slice(1, -1).replace(/\\(['`$])/g, "$1");
  if (text.startsWith('"')) return text.replace(/\\x([\da-f]{2})/gi, "\\u00$1");
  return JSON.stringify(
    inner
      .replace(/\\n/g, "\n")
      .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}

/** An object or array literal as JSON, as far as it holds nothing but values; else `undefined`. */
export function readLiteral(text: string): unknown {
  const json = text.replace(pieces, (piece, key?: string) => {
    if (key !== undefined) return `"${key}"`;
    if (/^["'`]/.test(piece)) return asJsonString(piece);
    if (piece === ",") return "";
    return words[piece] ?? "null";
  });
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

const parsedText = /JSON\.parse\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\)/g;
const maxParsed = 10;

/** The values of `JSON.parse("…")` in a script. */
export function readParsedTexts(script: string): unknown[] {
  const values: unknown[] = [];
  for (const match of script.matchAll(parsedText)) {
    if (values.length >= maxParsed) break;
    try {
      const text = JSON.parse(asJsonString(match[1] ?? "")) as string;
      values.push(JSON.parse(text));
    } catch {
      // Not JSON after all.
    }
  }
  return values;
}

const flightPush = /__next_f\.push\(\s*\[\s*1\s*,\s*("(?:[^"\\]|\\.)*")\s*\]\s*\)/g;

/** The rows of what a Next.js server streams into its page, put together from all its scripts. */
export function readFlight(scripts: readonly string[]): unknown[] {
  let stream = "";
  for (const script of scripts)
    for (const match of script.matchAll(flightPush))
      try {
        stream += JSON.parse(match[1] ?? '""') as string;
      } catch {
        // A broken piece leaves the others whole.
      }
  return stream.split("\n").flatMap((row) => {
    const start = row.search(/[[{]/);
    if (start < 0 || !/price|amount/i.test(row)) return [];
    try {
      return [JSON.parse(row.slice(start)) as unknown];
    } catch {
      return [];
    }
  });
}

const layerPush = /\bdataLayer\.push\(\s*(?=\{)/g;

/** Where objects begin that are pushed for analytics: the product that is viewed among them. */
export function layerStarts(script: string): number[] {
  return [...script.matchAll(layerPush)].map((match) => match.index + match[0].length);
}
