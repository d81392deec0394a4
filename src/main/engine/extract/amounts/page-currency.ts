import type { Candidate, Finding } from "../candidate.js";
import { metaContent, type PageFacts } from "../html/page-facts.js";
import type { ReadPrice } from "../text/read-prices.js";
import {
  type CurrencyHints,
  currenciesOfSign,
  currencyOfCode,
  currencyOfMark,
  regionalCurrencies,
} from "./currency.js";
import { findMoney } from "./money.js";

const statedCurrency =
  /["'](?:currency|currencyCode|priceCurrency|currency_code)["']\s*:\s*["']([A-Za-z]{3})["']|currency\.active\s*[:=]\s*["']([A-Z]{3})["']|Shopify\.currency\s*=\s*\{\s*"active"\s*:\s*"([A-Z]{3})"/g;
const statedCountry = /\b(?:country|region)(?:_?code)?["']?\s*[:=]\s*["']([A-Z]{2})["']/gi;
const locale = /["'/:-][a-z]{2}[-_]([a-z]{2})["'/:.]/gi;
/** Widgets of other companies bring a language of their own. */
const foreignWidget = /facebook|google|twitter|microsoft|apple/;
const maxScriptText = 400_000;

function regionOfTag(tag: string | null): string[] {
  return [...(tag ?? "").matchAll(/[-_]([a-z]{2})\b/gi)].map(([, region = ""]) => region.toLowerCase());
}

/** Languages whose speakers share a sign, such as `kr`, with those of others. */
const signLanguages = new Set(["be", "da", "is", "ja", "nb", "nn", "no", "sv"]);

function languageOf(tag: string | null): string {
  return tag?.toLowerCase().split(/[-_]/)[0] ?? "";
}

/** The country that a page in a language most likely belongs to; English suggests none. */
function likelyRegion(language: string): string | null {
  if (!/^[a-z]{2,3}$/.test(language) || language === "en") return null;
  // Brazil has more speakers, Portugal more of the shops.
  return language === "pt" ? "pt" : (new Intl.Locale(language).maximize().region?.toLowerCase() ?? null);
}

function regionOfLanguage(tag: string | null): string[] {
  const language = languageOf(tag);
  return signLanguages.has(language) ? [likelyRegion(language) ?? ""] : [];
}

function regionsIn(texts: readonly string[], pattern: RegExp): string[] {
  const regions = texts.flatMap((text) =>
    [...text.slice(0, maxScriptText).matchAll(pattern)].map(([, region = ""]) => region.toLowerCase()),
  );
  return [...new Set(regions)];
}

function regionsOf(facts: PageFacts): readonly (readonly string[])[] {
  const tags = [facts.language, metaContent(facts, "og:locale", "content-language", "language", "locale")];
  const texts = facts.scripts.map(({ text }) => text);
  const own = texts.filter((text) => !foreignWidget.test(text.slice(0, 2_000)));
  return [
    tags.flatMap(regionOfTag),
    regionsIn(texts, statedCountry),
    facts.postalRegions,
    regionsIn([...own, ...facts.embeds.filter((address) => !foreignWidget.test(address))], locale),
    tags.flatMap(regionOfLanguage),
  ];
}

/** What the page says of its currency and country: they decide what its `$` and `kr` mean. */
export function currencyHints(facts: PageFacts, url: URL, data: readonly Finding[] = []): CurrencyHints {
  const metas = ["product:price:currency", "og:price:currency", "pricecurrency", "currency"].map((key) =>
    currencyOfCode(metaContent(facts, key)),
  );
  const texts = facts.scripts.map(({ text }) => text);
  // A search for one word is quicker than one for all the ways to state a currency.
  const inScripts = texts
    .filter((text) => /[cC]urrency/.test(text))
    .flatMap((text) =>
      [...text.slice(0, maxScriptText).matchAll(statedCurrency)].map((match) =>
        currencyOfCode(match[1] ?? match[2] ?? match[3] ?? null),
      ),
    );
  const inAddresses = facts.embeds.flatMap((address) =>
    [...address.matchAll(/[?&;](?:cc|cur|currency)=([A-Z]{3})\b/g)].map((match) =>
      currencyOfCode(match[1] ?? null),
    ),
  );
  const selected = facts.chosenNames.map(({ name, value }) => currencyOfCode(value) ?? currencyOfCode(name));
  const prices = new Set(
    data.flatMap(({ candidates }) => candidates.flatMap(({ price, listPrice }) => [price, listPrice])),
  );
  let regions: readonly (readonly string[])[] | undefined;
  return {
    language: facts.language,
    isNamed: (price) => prices.has(price),
    stated: [...metas, ...inScripts, ...inAddresses, ...selected].filter((code) => code !== null),
    host: url.hostname,
    namesDollarCountry: facts.namesDollarCountry,
    regions: () => (regions ??= regionsOf(facts)),
  };
}

const codeBeside = /\d[.,]?[-–—]?\s?([A-Z]{3})(?![\p{L}])|(?<![\p{L}])([A-Z]{3})\s?\d/gu;

/** The currencies of amounts elsewhere on the page, also of "0.00 DKK". */
function currenciesInText(facts: PageFacts, hints: CurrencyHints): string[] {
  const text = `${facts.text} ${facts.product}`;
  const codes = [...text.matchAll(codeBeside)].map(([, behind, before]) =>
    currencyOfCode(behind ?? before ?? null),
  );
  const signs = findMoney(text, { ...hints, decimalComma: null }).map(({ currency }) => currency);
  return [...codes, ...signs].filter((code) => code !== null);
}

/** The currencies to which the page points, the likeliest first, where none of them is sure to be that of its price. */
export function likelyCurrencies(
  facts: PageFacts,
  hints: CurrencyHints,
  prices: readonly ReadPrice[],
): string[] {
  const region = likelyRegion(languageOf(facts.language));
  const spoken = region === null ? [] : regionalCurrencies({ ...hints, host: region, regions: () => [] });
  const shown = prices.flatMap(({ currency }) => currency ?? []);
  return [
    ...new Set([
      ...hints.stated,
      ...shown,
      ...currenciesInText(facts, hints),
      ...regionalCurrencies(hints),
      ...spoken,
    ]),
  ];
}

/** The sign beside a price, in its own source or on the page. */
export function signOf(
  { price, sign }: Pick<Candidate, "price" | "sign">,
  prices: readonly ReadPrice[],
): string | null {
  return sign ?? prices.find((each) => each.price === price)?.sign ?? null;
}

/** The currency of the candidate, else of others at the same price, else the only one on the page that its sign allows. */
export function currencyFor(
  candidate: Candidate,
  all: readonly Finding[],
  prices: readonly ReadPrice[],
  hints: CurrencyHints,
): string | null {
  const beside = prices.find(
    ({ price, currency }) => price === candidate.price && currency !== null,
  )?.currency;
  // Data that names another currency than the sign beside the same amount was copied from another shop.
  if (beside != null) return beside;
  if (candidate.currency !== null) return candidate.currency;
  const sign = signOf(candidate, prices);
  const meant = sign === null ? null : currencyOfMark(sign, hints);
  if (meant !== null) return meant;
  const possible = sign === null ? null : currenciesOfSign(sign);
  const others = all.flatMap(({ candidates }) => candidates.map(({ currency }) => currency));
  const shown = prices.map(({ currency }) => currency);
  for (const each of [others, hints.stated, shown]) {
    const codes = new Set(each.filter((code) => code !== null && possible?.includes(code) !== false));
    const [only = null] = codes;
    if (codes.size === 1) return only;
  }
  return sign === null && hints.stated.length === 0 ? domesticCurrency(hints) : null;
}

/** Shops that sell in one country may leave out the sign: what the domain and the language have in common. */
function domesticCurrency({ host, language = null, regions }: CurrencyHints): string | null {
  const [tags = []] = regions();
  const named = tags.length > 0 ? tags : [likelyRegion(languageOf(language)) ?? ""];
  const [own, ...tagged] = regionalCurrencies({ stated: [], host, regions: () => [named] });
  const isDomain =
    own !== undefined && regionalCurrencies({ stated: [], host, regions: () => [] })[0] === own;
  return isDomain && tagged.length > 0 && tagged.every((each) => each === own) ? own : null;
}
