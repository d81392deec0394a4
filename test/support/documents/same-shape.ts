/** Figures that are others in each run: the rest of the sample market is as its clock says. */
const ownEachTime =
  /\.(pid|bytes|points|rate_limit_remaining|requests_made|estimated_seconds|reset_seconds|checks_late_seconds|deliveries_late_seconds)$/;

/** In a page, `…` stands for what was left out. */
const leftOut = "…";

interface Shortened {
  readonly value: unknown;
  readonly more: boolean;
}

/** Marks what was left out of an object or an array, so that the rest can be parsed. */
function parseShown(text: string): unknown {
  const quoted = /("(?:[^"\\]|\\.)*")|,?\s*…/g;
  return JSON.parse(
    text.replaceAll(quoted, (found: string, string: string | undefined, at: number) => {
      if (string !== undefined) return string;
      const isFirst = /[[{]\s*$/.test(text.slice(0, at)) && !found.startsWith(",");
      const isInArray = text
        .slice(at + found.length)
        .trimStart()
        .startsWith("]");
      return `${isFirst ? "" : ","}${isInArray ? `"${leftOut}"` : `"${leftOut}":true`}`;
    }),
  );
}

function arrayOf(shown: readonly unknown[]): Shortened {
  const kept = shown.filter((each) => each !== leftOut);
  return { value: kept, more: kept.length < shown.length };
}

/** Digits differ from run to run: times, ids, figures. */
function sameText(shown: string, real: string): boolean {
  const pattern = shown
    .split(leftOut)
    .map((part) => part.split(/\d+/).map(escaped).join("\\d+"))
    .join("[\\s\\S]*");
  return new RegExp(`^${pattern}$`).test(real);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/\s+/g, "\\s+");
}

function keyProblems(shown: Record<string, unknown>, real: Record<string, unknown>, path: string): string[] {
  const { [leftOut]: more, ...kept } = shown;
  const missing = Object.keys(kept).filter((key) => !(key in real));
  const surplus = more === true ? [] : Object.keys(real).filter((key) => !(key in kept));
  return [
    ...missing.map((key) => `${path}.${key} is shown and not there`),
    ...surplus.map((key) => `${path}.${key} is there and not shown`),
    ...Object.keys(kept)
      .filter((key) => key in real)
      .flatMap((key) => valueProblems(kept[key], real[key], `${path}.${key}`)),
  ];
}

function arrayProblems(shown: readonly unknown[], real: readonly unknown[], path: string): string[] {
  const { value, more } = arrayOf(shown);
  const kept = value as unknown[];
  const isLong = more ? real.length >= kept.length : real.length === kept.length;
  if (!isLong) return [`${path} has ${real.length} entries, and ${kept.length} are shown`];
  return kept.flatMap((each, index) => valueProblems(each, real[index], `${path}[${index}]`));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueProblems(shown: unknown, real: unknown, path: string): string[] {
  if (Array.isArray(shown) && Array.isArray(real)) return arrayProblems(shown, real, path);
  if (isObject(shown) && isObject(real)) return keyProblems(shown, real, path);
  if (typeof shown === "string" && typeof real === "string")
    return sameText(shown, real) ? [] : [`${path} is ${real}, and ${shown} is shown`];
  if (typeof shown === "number" && typeof real === "number" && ownEachTime.test(path)) return [];
  return shown === real ? [] : [`${path} is ${String(real)}, and ${String(shown)} is shown`];
}

/** Line by line: the same but for figures and the width of gaps; `…` on a line of its own leaves the rest out. */
function textProblems(shown: string, real: string): string[] {
  const lines = shown.trimEnd().split("\n");
  const end = lines.at(-1) === leftOut ? lines.length - 1 : undefined;
  const realLines = real
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd());
  if (end === undefined && lines.length !== realLines.length)
    return [`${realLines.length} lines are there, and ${lines.length} are shown:\n${real}`];
  return lines
    .slice(0, end)
    .flatMap((line, at) =>
      sameText(line.trim(), (realLines[at] ?? "").trim())
        ? []
        : [`'${realLines[at]}' is there, and '${line}' is shown`],
    );
}

/** What a page shows of a command's output that is not so. */
export function problemsOfShown(language: string, shown: string, real: string): string[] {
  if (language !== "json") return textProblems(shown, real);
  const shownLines = shown.trim().split(/\n(?=[[{])/);
  const realLines = real.trim().split("\n");
  if (shownLines.length !== realLines.length)
    return [`${realLines.length} lines of JSON are there:\n${real}`];
  return shownLines.flatMap((line, at) =>
    valueProblems(parseShown(line), JSON.parse(realLines[at] ?? ""), "$"),
  );
}
