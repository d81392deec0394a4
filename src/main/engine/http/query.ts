import { decodeQueryText, splitIdentifierList } from "../domain/identifier-list.js";

/** The query string of a request, still encoded: `ids` needs its literal commas (decision 10). */
export interface Query {
  /** The first value of a parameter, decoded; `undefined` where it was not sent. */
  get(name: string): string | undefined;
  /** The first value as it was sent. */
  raw(name: string): string | undefined;
  /** The identifiers of all `ids` parameters together; `undefined` where none was sent. */
  identifiers(): string[] | undefined;
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

function parsePair(part: string): Pair {
  const equals = part.indexOf("=");
  return equals < 0
    ? { name: decodeQueryText(part), value: "" }
    : { name: decodeQueryText(part.slice(0, equals)), value: part.slice(equals + 1) };
}

/** Reads the query of a URL, given whole or from the question mark on. */
export function readQuery(url: string): Query {
  const start = url.indexOf("?");
  const end = url.indexOf("#");
  const text = start < 0 ? "" : url.slice(start + 1, end < 0 ? undefined : end);
  const pairs = text.split("&").filter(Boolean).map(parsePair);
  const raw = (name: string) => pairs.find((pair) => pair.name === name)?.value;
  return {
    raw,
    get: (name) => {
      const value = raw(name);
      return value === undefined ? undefined : decodeQueryText(value);
    },
    identifiers: () => {
      const lists = pairs.filter((pair) => pair.name === "ids");
      return lists.length === 0 ? undefined : lists.flatMap((pair) => splitIdentifierList(pair.value));
    },
  };
}

/** Parameters by name, those that were not sent left out so that defaults apply. */
export function pick(query: Query, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = query.get(name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}
