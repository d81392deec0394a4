import { decodeQueryText, type IsKnown, splitIdentifierList } from "../domain/identifier-list.js";
import { invalidParams } from "../operations/request/contract-error.js";

/** A query string, kept encoded because `ids` needs its literal commas (decision 10). */
export interface Query {
  /** The first value of a parameter, decoded; `undefined` if it was not sent. */
  get(name: string): string | undefined;
  /** The first value, still encoded. */
  raw(name: string): string | undefined;
  /** The identifiers of all `ids` parameters together; `undefined` if none was sent. Throws for `ids[]`. */
  identifiers(isKnown: IsKnown): string[] | undefined;
}

interface RawParameter {
  readonly name: string;
  readonly value: string;
}

function parseParameter(text: string): RawParameter {
  const equals = text.indexOf("=");
  return equals < 0
    ? { name: decodeQueryText(text), value: "" }
    : { name: decodeQueryText(text.slice(0, equals)), value: text.slice(equals + 1) };
}

/** Parses the query of a URL, or of a bare query string that starts with a question mark. */
export function parseQuery(url: string): Query {
  const start = url.indexOf("?");
  const end = url.indexOf("#");
  const text = start < 0 ? "" : url.slice(start + 1, end < 0 ? undefined : end);
  const parameters = text.split("&").filter(Boolean).map(parseParameter);
  const raw = (name: string) => parameters.find((parameter) => parameter.name === name)?.value;
  return {
    raw,
    get: (name) => {
      const value = raw(name);
      return value === undefined ? undefined : decodeQueryText(value);
    },
    identifiers: (isKnown) => {
      const array = parameters.find(({ name }) => name.startsWith("ids["));
      if (array !== undefined)
        throw invalidParams(
          `The parameter '${array.name.slice(0, 80)}' is not supported.`,
          "Send all identifiers in 'ids', separated by commas: ?ids=036000291452,AH-100.",
        );
      const lists = parameters.filter((parameter) => parameter.name === "ids");
      return lists.length === 0
        ? undefined
        : lists.flatMap((parameter) => splitIdentifierList(parameter.value, isKnown));
    },
  };
}

/** The named parameters. Those not sent are left out, so that defaults apply. */
export function pickParameters(query: Query, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = query.get(name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}
