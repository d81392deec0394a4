import { maxShopName } from "../../../shared/app/limits.js";
import { groupBy } from "../../../shared/arrays.js";

/** What pages call themselves that name no shop. */
const commonNames = new Set(
  "home homepage homepagetitle start startseite accueil inicio shop store mystore onlineshop onlinestore webshop website index welcome willkommen untitled default www com org net co de".split(
    " ",
  ),
);
const maxWords = 5;
/** Between a name and a slogan. */
const divider = /\s+[|–—·•-]+\s+|\s*\|\s*|:\s+/;

/** Letters that pass for one another, so that `Amaz0n` is compared as `amazon`. */
function squeeze(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("0", "o")
    .replaceAll("1", "l")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

function isName(text: string): boolean {
  const hasHiddenParts = /\p{C}/u.test(text);
  const isMixed = /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text);
  return !hasHiddenParts && !isMixed && /[\p{L}\p{N}]/u.test(text) && !commonNames.has(squeeze(text));
}

/** The name in what a page calls its shop: `Trail & Co` of `Home | Trail & Co – Buy now!`; null without one. */
export function shopNameIn(said: string): string | null {
  const name = said.normalize("NFC").replace(/\s+/g, " ").trim().split(divider).find(isName);
  if (name === undefined || name.length > maxShopName) return null;
  const isSentence = /[!?]|[.,;] |\.$/.test(name) || name.split(" ").length > maxWords;
  return isSentence ? null : name;
}

export interface NameVotes {
  readonly name: string | null;
  /** How many more of the last pages said it than another one. */
  readonly votes: number;
}

/** A shop that renames itself has its new name after as many pages. */
const maxVotes = 5;

/** The name of the majority of pages, or else the newest, after another page has called its shop `name`. */
export function withVote(known: NameVotes, name: string): NameVotes {
  if (known.name === name) return { name, votes: Math.min(maxVotes, known.votes + 1) };
  return known.votes <= 1 ? { name, votes: 1 } : { name: known.name, votes: known.votes - 1 };
}

/** The part of a host that names it: `lego` of `shop.lego.com`, `amazon` of `amazon.co.uk`. */
function labelOf(host: string): string {
  const labels = host.split(".").slice(0, -1).map(squeeze);
  const own = labels.filter((label) => !commonNames.has(label));
  return own.reduce((longest, label) => (label.length > longest.length ? label : longest), "");
}

/** Shorter labels are ordinary words. */
const minLabel = 4;

/** Whether a host names itself: `Fritz Berger` and `fritz-berger.de`. */
function isOfHost(name: string, host: string): boolean {
  return squeeze(name) === labelOf(host) || squeeze(host).endsWith(squeeze(name));
}

/** Whether a name is another host, or has another known shop's in it. */
function isImitation(name: string, host: string, labels: ReadonlySet<string>): boolean {
  if (isOfHost(name, host)) return false;
  const words = [name, ...name.split(/[\s.-]+/)].map(squeeze);
  const looksLikeHost = /\S\.\p{L}{2,}(?![\p{L}\s])/u.test(name);
  return looksLikeHost || words.some((word) => labels.has(word) && word !== labelOf(host));
}

interface NamedHost {
  readonly host: string;
  /** What its pages say. */
  readonly name: string | null;
  /** What the user calls it. */
  readonly ownName: string | null;
}

/**
 * What to call each shop. Anyone can call a page "Amazon": a name that imitates another known shop, or that several shops
 * have, is no better than the host. The user's own names always count.
 */
export function nameShops(shops: readonly NamedHost[]): ReadonlyMap<string, string> {
  const labels = new Set(shops.map(({ host }) => labelOf(host)).filter((label) => label.length >= minLabel));
  const candidates = shops.map(({ host, name, ownName }) => {
    const said = name === null || isImitation(name, host, labels) ? host : name;
    return { host, ownName, said, key: squeeze(ownName ?? said) };
  });
  const byKey = groupBy(candidates, ({ key }) => key);
  return new Map(
    candidates.map(({ host, ownName, said, key }) => {
      const isShared = (byKey.get(key)?.length ?? 0) > 1;
      return [host, ownName ?? (isShared ? host : said)];
    }),
  );
}
