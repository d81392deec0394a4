/** Figures that differ from run to run. All others follow from the sample market's clock. */
const variableFigures =
  /\.(pid|bytes|points|rate_limit_remaining|requests_made|estimated_seconds|reset_seconds|checks_late_seconds|deliveries_late_seconds)$/;

/** In a page, `…` stands for an omission. */
const omission = "…";

interface Shortened {
  readonly value: unknown;
  readonly hasOmission: boolean;
}

/** Parses JSON with `…` in objects and arrays, which becomes a marker. */
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
      return `${isFirst ? "" : ","}${isInArray ? `"${omission}"` : `"${omission}":true`}`;
    }),
  );
}

function withoutOmissions(shown: readonly unknown[]): Shortened {
  const entries = shown.filter((each) => each !== omission);
  return { value: entries, hasOmission: entries.length < shown.length };
}

/** Ignores digits, because times, ids and figures differ from run to run. */
function isSameText(shown: string, real: string): boolean {
  const pattern = shown
    .split(omission)
    .map((part) => part.split(/\d+/).map(escapePattern).join("\\d+"))
    .join("[\\s\\S]*");
  return new RegExp(`^${pattern}$`).test(real);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/\s+/g, "\\s+");
}

function objectDifferences(
  shown: Record<string, unknown>,
  real: Record<string, unknown>,
  path: string,
): string[] {
  const { [omission]: hasOmission, ...entries } = shown;
  const missing = Object.keys(entries).filter((key) => !(key in real));
  const surplus = hasOmission === true ? [] : Object.keys(real).filter((key) => !(key in entries));
  return [
    ...missing.map((key) => `${path}.${key} is shown but missing`),
    ...surplus.map((key) => `${path}.${key} is present but not shown`),
    ...Object.keys(entries)
      .filter((key) => key in real)
      .flatMap((key) => valueDifferences(entries[key], real[key], `${path}.${key}`)),
  ];
}

function arrayDifferences(shown: readonly unknown[], real: readonly unknown[], path: string): string[] {
  const { value, hasOmission } = withoutOmissions(shown);
  const entries = value as unknown[];
  const isLong = hasOmission ? real.length >= entries.length : real.length === entries.length;
  if (!isLong) return [`${path} has ${real.length} entries, but ${entries.length} are shown`];
  return entries.flatMap((each, index) => valueDifferences(each, real[index], `${path}[${index}]`));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueDifferences(shown: unknown, real: unknown, path: string): string[] {
  if (Array.isArray(shown) && Array.isArray(real)) return arrayDifferences(shown, real, path);
  if (isObject(shown) && isObject(real)) return objectDifferences(shown, real, path);
  if (typeof shown === "string" && typeof real === "string")
    return isSameText(shown, real) ? [] : [`${path} is ${real}, but ${shown} is shown`];
  if (typeof shown === "number" && typeof real === "number" && variableFigures.test(path)) return [];
  return shown === real ? [] : [`${path} is ${String(real)}, but ${String(shown)} is shown`];
}

/** Compares lines without their figures and the width of gaps. A last line of `…` omits the rest. */
function textDifferences(shown: string, real: string): string[] {
  const lines = shown.trimEnd().split("\n");
  const end = lines.at(-1) === omission ? lines.length - 1 : undefined;
  const realLines = real
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd());
  if (end === undefined && lines.length !== realLines.length)
    return [`The output has ${realLines.length} lines, but ${lines.length} are shown:\n${real}`];
  return lines
    .slice(0, end)
    .flatMap((line, at) =>
      isSameText(line.trim(), (realLines[at] ?? "").trim())
        ? []
        : [`The output has '${realLines[at]}', but '${line}' is shown`],
    );
}

/** Lists the differences between the output that a page shows and the real one. */
export function findOutputDifferences(language: string, shown: string, real: string): string[] {
  if (language !== "json") return textDifferences(shown, real);
  const shownLines = shown.trim().split(/\n(?=[[{])/);
  const realLines = real.trim().split("\n");
  if (shownLines.length !== realLines.length)
    return [`The output has ${realLines.length} lines of JSON:\n${real}`];
  return shownLines.flatMap((line, at) =>
    valueDifferences(parseShown(line), JSON.parse(realLines[at] ?? ""), "$"),
  );
}
