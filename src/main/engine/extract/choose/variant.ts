import { maxOf } from "../../../../shared/arrays.js";
import { findMarked } from "../amounts/money.js";
import type { Candidate } from "../candidate.js";
import type { ChosenName } from "../html/page-facts.js";
import { wordsOf } from "../text/words.js";
import { isKeyInUrl, normaliseAddress, type PageIdentity, withoutQuery } from "./page-identity.js";

const minIdLength = 5;

/** How clearly the address or the page names a candidate; 0 where nothing does. */
const strength = { address: 100, key: 90, part: 80, option: 10, selectedKey: 5, selectedOption: 1 } as const;

function optionsOf(variant: string): string[] {
  return variant
    .toLowerCase()
    .split(/\s*[/|,]\s*/)
    .filter((option) => option !== "");
}

/** `black`, `64gb`: whether the words of an option stand in one of the address's values, `black-64gb` among them. */
function isNamed(option: string, values: readonly string[]): boolean {
  const wanted = [...wordsOf(option)];
  const squeezed = wanted.join("");
  return values.some((value) => {
    const words = wordsOf(value);
    return words.has(squeezed) || (wanted.length > 0 && wanted.every((word) => words.has(word)));
  });
}

function pathOf(own: string | null, page: PageIdentity): string {
  return withoutQuery(normaliseAddress(own, page.url) ?? "");
}

function isSamePage(own: string | null, page: PageIdentity): own is string {
  const path = pathOf(own, page);
  return page.addresses.some((address) => withoutQuery(address) === path);
}

/** Whether an address names this one: the same page, and all that its query says is said in the page's, too. */
function isAddressOf(own: string | null, page: PageIdentity, havePaths: boolean): boolean {
  if (!isSamePage(own, page)) return false;
  const said = [...new URL(own, page.url).searchParams];
  // An address that says no more than the page's own names no variant, unless each has a path of its own.
  return (
    (havePaths || said.length > 0) && said.every(([name, value]) => page.url.searchParams.get(name) === value)
  );
}

/** Whether the page's address selects a part of what this one says: `?colour=1` of `?colour=1&size=4`. */
function isPartOfAddress(own: string | null, page: PageIdentity): boolean {
  if (!isSamePage(own, page)) return false;
  const common = [...new URL(own, page.url).searchParams].filter(
    ([name]) => page.url.searchParams.has(name) && !otherParameters.test(name),
  );
  return common.length > 0 && common.every(([name, value]) => page.url.searchParams.get(name) === value);
}

/** What the query of a variant's own address says, such as its id; a short number may count anything. */
function queryOf(own: string | null, page: PageIdentity): string[] {
  if (own === null || !URL.canParse(own, page.url)) return [];
  return [...new URL(own, page.url).searchParams.values()]
    .map((value) => value.toLowerCase())
    .filter((value) => value.length >= minIdLength);
}

function strengthOf(candidate: Candidate, page: PageIdentity, havePaths: boolean): number {
  if (isAddressOf(candidate.url, page, havePaths)) return strength.address;
  const keys = candidate.keys.map((key) => key.toLowerCase()).filter((key) => key.length > 1);
  if (keys.some((key) => isKeyInUrl(key, page))) return strength.key;
  if (isPartOfAddress(candidate.url, page)) return strength.part;
  const options = candidate.variant === null ? [] : optionsOf(candidate.variant);
  const named = options.filter((option) => isNamed(option, page.urlValues)).length * strength.option;
  const selectedKey = [...keys, ...queryOf(candidate.url, page)].some((key) => page.selected.includes(key))
    ? strength.selectedKey
    : 0;
  const selected =
    options.filter((option) => page.selected.includes(option)).length * strength.selectedOption;
  return named + selectedKey + selected;
}

/** Parts of an address that select no variant. */
const otherParameters =
  /^(?:utm_.*|lang(?:uage)?|locale|country|currency|cur|region|store|sort.*|page|qty|quantity|menge|anzahl|ship.*|deliver.*|ref|source|view|tab)$/i;

function withoutPrice(label: string): string {
  const [price] = findMarked(label);
  return label.slice(0, price?.from).replace(/[\s(+–—-]+$/u, "");
}

/** Sizes of clothes, which cost the same. */
const clothingSize = /^(?:x*[sl]|m|\d?xl|one size)$/i;

/** The name of the selected option that the address asks for: "32 GB RAM" of `?ram=32`. */
export function addressedOption(chosen: readonly ChosenName[], { url }: PageIdentity): string | null {
  const asked = [...url.searchParams]
    .filter(([parameter, value]) => /\d\d|\p{L}/u.test(value) && !otherParameters.test(parameter))
    .map(([, value]) => value.toLowerCase());
  const isAsked = ({ name, value }: ChosenName) =>
    /\p{L}/u.test(name) &&
    !clothingSize.test(name) &&
    (asked.includes(value.toLowerCase()) ||
      asked.some((each) => wordsOf(name).has(each)) ||
      isNamed(name, asked));
  const names = chosen
    .map(({ name, value }) => ({ name: withoutPrice(name), value }))
    .filter(isAsked)
    .map(({ name }) => name);
  return [...new Set(names)].join(" / ") || null;
}

/** What several variants have in common, and not all have: "Volt" of "Volt / UK 7" and "Volt / UK 8". */
export function commonOption(
  selected: readonly (string | null)[],
  all: readonly (string | null)[],
): string | null {
  const optionsIn = (variant: string | null = null) => variant?.split(" / ") ?? [];
  const areIn = (variants: readonly (string | null)[], option: string) =>
    variants.every((variant) => optionsIn(variant).includes(option));
  const common = optionsIn(selected[0]).filter(
    (option) => !clothingSize.test(option) && areIn(selected, option) && !areIn(all, option),
  );
  return common.join(" / ") || null;
}

/** The candidates that the address or the page's selection names, or all. */
export function namedCandidates(
  candidates: readonly Candidate[],
  page: PageIdentity,
): {
  readonly candidates: readonly Candidate[];
  readonly isNamed: boolean;
  /** By the address, and not only by what the page has selected. */
  readonly isAddressed: boolean;
} {
  const havePaths = new Set(candidates.map(({ url }) => pathOf(url, page))).size === candidates.length;
  const strengths = candidates.map((candidate) => strengthOf(candidate, page, havePaths));
  const most = maxOf(strengths) ?? 0;
  const named = candidates.filter((_, i) => strengths[i] === most);
  return named.length === candidates.length
    ? { candidates, isNamed: false, isAddressed: false }
    : { candidates: named, isNamed: true, isAddressed: most >= strength.option };
}
