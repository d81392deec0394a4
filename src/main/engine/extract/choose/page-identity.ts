import { metaContent, type PageFacts } from "../html/page-facts.js";
import { wordsOf } from "../text/words.js";

/** What the page says of itself: the measure for which product it is about. */
export interface PageIdentity {
  readonly url: URL;
  /** The page's own addresses, without fragment, `www.` and a slash at the end. */
  readonly addresses: readonly string[];
  /** Heading and titles, the most telling first. */
  readonly titles: readonly string[];
  /** Values in the address that may name a variant, in lower case. */
  readonly urlValues: readonly string[];
  /** What the page has selected, in lower case. */
  readonly selected: readonly string[];
}

export function normaliseAddress(text: string | null, base: URL): string | null {
  if (text === null || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  const host = url.hostname.replace(/^www\./, "");
  return `${host}${url.pathname.replace(/(?<!\/)\/+$/, "")}${url.search}`.toLowerCase();
}

/** The same address without its query: the product, whichever variant. */
export function withoutQuery(address: string): string {
  return address.split("?", 1)[0] ?? address;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function valuesOfUrl(url: URL): string[] {
  const fragment = url.hash.slice(1);
  const inFragment = fragment.includes("=") ? [...new URLSearchParams(fragment).values()] : [fragment];
  const segments = url.pathname.split("/").map(decoded);
  return [...url.searchParams.values(), ...inFragment, ...segments]
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== "");
}

export function identityOf(facts: PageFacts, url: URL): PageIdentity {
  const ownUrl = metaContent(facts, "og:url");
  const addresses = [url.href, facts.canonical, ownUrl]
    .map((address) => normaliseAddress(address, url))
    .filter((address) => address !== null);
  const titles = [facts.heading, metaContent(facts, "og:title", "twitter:title") ?? "", facts.title];
  return {
    url,
    addresses: [...new Set(addresses)],
    titles: titles.filter((title) => title !== ""),
    urlValues: [...new Set(valuesOfUrl(url))],
    selected: facts.selected.map((value) => value.toLowerCase()),
  };
}

/** A short number in an address may count anything. */
const minNumberLength = 5;

/** Whether the address has a key as a value, or a long one with digits as a word of a value: `lamp-2805363.html`. */
export function isKeyInUrl(key: string, { urlValues }: PageIdentity): boolean {
  if (urlValues.includes(key)) return true;
  return (
    key.length >= minNumberLength &&
    /^\w*\d\w*$/.test(key) &&
    urlValues.some((value) => wordsOf(value).has(key))
  );
}
