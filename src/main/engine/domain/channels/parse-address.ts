import type { ChannelKind } from "../../../../shared/app/channels.js";
import {
  type Address,
  type ChannelTarget,
  grammarOf,
  type InvalidAddress,
  invalid,
  kinds,
} from "./target.js";

export type ParsedAddress = ChannelTarget | InvalidAddress;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `URL` does not read an address of Apprise with a token in the host's place. */
function splitAddress(text: string): Address | null {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(\?[^#]*)?/i.exec(text);
  if (parts === null) return null;
  const [, typed = "", login = "", host = "", path = "", query = ""] = parts;
  const scheme = typed.toLowerCase();
  const isWeb = /^https?$/.test(scheme);
  const isTls = scheme === "https" || kinds.some((kind) => grammarOf(kind).schemes.at(-1) === scheme);
  const [, user = "", password = ""] = /^([^:]*):?(.*)$/.exec(login) ?? [];
  const shown = isWeb ? host.toLowerCase() : host;
  return {
    scheme,
    isTls,
    user: decode(user),
    password: decode(password),
    host: decode(shown),
    place: (shown + path).replace(/\/+$/, ""),
    origin: host === "" ? null : (URL.parse(`${isTls ? "https" : "http"}://${host}`)?.origin ?? null),
    rest: path + query,
    query: new URLSearchParams(query),
  };
}

/** The fields of an address; empty if it has none of the kind's forms, and null if its server is not one. */
function readFields(kind: ChannelKind, address: Address): Record<string, string> | null {
  const { forms, isOwn } = grammarOf(kind);
  const { scheme, place, query, user, origin, isTls } = address;
  const form = !/^https?$/.test(scheme) ? "own" : isOwn?.(address) === true ? "home" : "web";
  const text = `${form}://${place}${query.size === 0 ? "" : `?${[...query.keys()].join("&")}`}`;
  const groups = forms.map((each) => each.exec(text)).find((match) => match !== null)?.groups ?? {};
  const { server, ...found } = groups;
  const typed = Object.entries(found).map(([name, value = ""]) => [name, decode(value)] as const);
  const all = [["user", user] as const, ...query, ...typed].filter(([, value]) => value !== "");
  if (server === undefined) return Object.fromEntries(all);
  const url = origin === null ? null : URL.parse(server.replace(/^\w+/, isTls ? "https" : "http"));
  return url && { ...Object.fromEntries(all), server: url.href.replace(/\/+$/, "") };
}

function parseAs(kind: ChannelKind, address: Address): ParsedAddress {
  const { fields: required, toTarget } = grammarOf<ChannelKind>(kind);
  const fields = readFields(kind, address);
  if (fields === null) return invalid("notAUrl");
  for (const [name, [pattern, missing, wrong = missing]] of Object.entries(required))
    if (!pattern.test(fields[name] ?? "")) return invalid(fields[name] === undefined ? missing : wrong);
  return toTarget(fields, address);
}

/** A pair of tokens without a scheme: Pushover's two keys in either order, or Telegram's token and chat. */
function parseTokens(text: string, kind: ChannelKind | null): ParsedAddress | null {
  const [first = "", second = "", ...more] = text.split(/[\s,;]+/).filter((part) => part !== "");
  const isOf = (of: "telegram" | "pushover", field: string) =>
    kind === of || grammarOf(of).fields[field]?.[0].test(first) === true;
  const read = (of: "telegram" | "pushover", url: string) => {
    const address = splitAddress(url);
    return address && parseAs(of, address);
  };
  if (more.length > 0) return null;
  if (isOf("telegram", "token")) return read("telegram", `tgram://${first}/${second}`);
  if (!isOf("pushover", "user")) return null;
  // User and group keys start with u or g, tokens with a.
  const isSwapped = /^a/i.test(first) && /^[ug]/i.test(second);
  return read("pushover", isSwapped ? `pover://${second}@${first}` : `pover://${first}@${second}`);
}

const unknownAddress = invalid("unknownAddress");

/**
 * Parses the address of a channel: a URL or token in the form of the service or of Apprise. `kind` says whose it is,
 * for servers that the address alone does not identify; `null` recognises it.
 */
export function parseChannelAddress(input: string, kind: ChannelKind | null): ParsedAddress {
  const text = input.trim();
  const address = splitAddress(text);
  if (address === null) return parseTokens(text, kind) ?? unknownAddress;
  const { scheme } = address;
  if (/^mailtos?$/.test(scheme)) return invalid("noMailServer");
  const named = kinds.find((each) => grammarOf(each).schemes.includes(scheme));
  if (named === undefined && !/^https?$/.test(scheme)) return unknownAddress;
  if (named !== undefined && kind !== null && named !== kind)
    return invalid("addressOfOtherKind", scheme, kind);
  return parseAs(named ?? kind ?? kinds.find((each) => grammarOf(each).isOwn?.(address)) ?? "json", address);
}
