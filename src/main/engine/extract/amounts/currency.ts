import table from "./currencies.json" with { type: "json" };

/**
 * Signs and words in lower case by the currencies that share them. XXX stands for something else (ISO 4217), such as the
 * toman, ten rials. Words of `names` count vouchers or pounds of weight outside of sentences.
 */
const currenciesBySign: ReadonlyMap<string, readonly string[]> = new Map(
  [table.signs, table.names]
    .flatMap(Object.entries<string>)
    .flatMap(([currencies, signs]) => signs.split("|").map((sign) => [sign, currencies.split(" ")] as const)),
);

/** What shops of a country charge in, by top-level domain and by region of a language tag. */
const currencyByRegion = new Map(
  Object.entries(table.regions).flatMap(([code, regions]) =>
    regions.split(" ").map((region) => [region, code] as const),
  ),
);

const codes: ReadonlySet<string> = new Set(table.codes.split(" "));

/** Digits behind the point where they are not two (ISO 4217). */
const decimals: ReadonlyMap<string, number> = new Map([
  ...table.withoutDecimals.split(" ").map((code) => [code, 0] as const),
  ...table.withThreeDecimals.split(" ").map((code) => [code, 3] as const),
]);

/** @returns digits behind the point; 2 for an unknown currency. */
export function decimalsOf(currency: string | null): number {
  return decimals.get(currency ?? "") ?? 2;
}

/** Currencies whose smallest coins are out of use, though ISO 4217 gives them decimals. */
const wholeInPractice = new Set(table.wholeInPractice.split(" "));

/** Whether shops write no decimals in a currency. */
export function isWholeInPractice(currency: string | null): boolean {
  return currency !== null && (decimalsOf(currency) === 0 || wholeInPractice.has(currency));
}

function longestFirst(marks: readonly string[]): string[] {
  return [...marks].sort((a, b) => b.length - a.length);
}

function marksIn(byCurrencies: Readonly<Record<string, string>>): string[] {
  return Object.values(byCurrencies).flatMap((marks) => marks.split("|"));
}

/** Every sign and code, longest first, so that a regular expression finds `US$` before `$`. */
export const currencyMarks: readonly string[] = longestFirst([...codes, ...marksIn(table.signs)]);

/** Names of currencies in sentences, longest first. */
export const currencyNames: readonly string[] = longestFirst(marksIn(table.names));

/** The currencies that share a sign, the most common first. */
export function currenciesOfSign(sign: string): readonly string[] {
  return (currenciesBySign.get(sign.toLowerCase()) ?? []).filter((code) => codes.has(code));
}

/** Whether a sign is a size or a measure, such as `R 16` or `12 KM`, unless the shop's currency is written so. */
export function mayBeOther(sign: string): boolean {
  const possible = currenciesBySign.get(sign.toLowerCase()) ?? [];
  return possible.length > 1 && possible.includes("XXX");
}

function soleCurrency([only, ...others]: readonly string[]): string | null {
  return only !== undefined && others.length === 0 && codes.has(only) ? only : null;
}

/** @returns the code that a program wrote as a code or a sign of one currency; `null` otherwise. */
export function currencyOfCode(text: string | null): string | null {
  const code = text?.trim().toUpperCase() ?? "";
  if (codes.has(code)) return code;
  return soleCurrency(currenciesBySign.get(code.toLowerCase()) ?? []);
}

/** What a page says about its currency besides its prices. */
export interface CurrencyHints {
  /** Codes that the page itself names: meta tags, structured data, settings of its shop. */
  readonly stated: readonly string[];
  readonly host: string;
  /**
   * Countries that the page names (`us`), in groups of falling reliability: language tags, settings, addresses. Only
   * searched for where they are needed.
   */
  readonly regions: () => readonly (readonly string[])[];
  /** Whether its text names another country with dollars, perhaps only among those that it delivers to. */
  readonly namesDollarCountry?: boolean;
  /** Its language tag. */
  readonly language?: string | null;
  /** Whether its data, in which a point is a decimal point, states a price. */
  readonly isNamed?: (price: number) => boolean;
}

function isEnglish({ language = null }: CurrencyHints): boolean {
  return language === null || /^(?:en\b|$)/i.test(language);
}

/** The country of the domain; in English, `.co` is a domain for everyone. */
function regionOfDomain(hints: CurrencyHints): string {
  const domain = hints.host.split(".").at(-1) ?? "";
  return domain === "co" && isEnglish(hints) && !hints.host.endsWith(".com.co") ? "" : domain;
}

/** The currencies of the shop's country and of the countries that the page names, the most reliable first. */
export function regionalCurrencies(hints: CurrencyHints): string[] {
  const named = [regionOfDomain(hints), ...hints.regions().flat()];
  return named.flatMap((region) => currencyByRegion.get(region) ?? []);
}

/** The first country whose shops charge in a currency, such as `de`. */
export function regionOfCurrency(currency: string): string | null {
  return [...currencyByRegion].find(([, code]) => code === currency)?.[0] ?? null;
}

/** What shops of the region charge in, by a BCP 47 tag such as `en-CA`; `null` if it names none. */
export function currencyOfLocale(tag: string): string | null {
  const { region } = new Intl.Locale(tag).maximize();
  return currencyByRegion.get(region?.toLowerCase() ?? "") ?? null;
}

/** The currency among `possible` of the shop's country; `null` if nothing names one country. */
function regionalCurrency(possible: readonly string[], hints: CurrencyHints): string | null {
  for (const group of [[regionOfDomain(hints)], ...hints.regions()]) {
    const currencies = new Set(group.flatMap((region) => currencyByRegion.get(region) ?? []));
    if (currencies.size > 1) continue;
    const [currency] = currencies;
    if (currency !== undefined && possible.includes(currency)) return currency;
  }
  return null;
}

/** Generic domains, among them countries' whose domains mean something else. */
const genericDomain = /\.(?:com|net|org|shop|store|biz|info|app|co|io|us)$/;

/**
 * What a sign means where nothing on the page names a country: shops of Belarus, the other country with roubles, and of
 * Moldova, the other one with lei, say where they are, and so do shops in English with dollars that are not those of the
 * United States.
 */
function usualCurrency(possible: readonly string[], hints: CurrencyHints): string | null {
  const { host, language, namesDollarCountry = false, regions, stated } = hints;
  const [first] = possible;
  if (first === "RUB" || first === "RON") return first;
  if (first === "AED") return language?.startsWith("fr") === true ? "MAD" : first;
  const isElsewhere =
    namesDollarCountry ||
    regions()
      .flat()
      .some((region) => region !== "us") ||
    stated.some((code) => possible.includes(code));
  return first === "USD" && isEnglish(hints) && genericDomain.test(host) && !isElsewhere ? first : null;
}

/**
 * The currency of a sign or code beside an amount. A sign that several currencies share is read as the page states, else
 * as usual in the shop's country, else as `null`.
 */
export function currencyOfMark(mark: string, hints: CurrencyHints): string | null {
  const upper = mark.toUpperCase();
  if (codes.has(upper)) return upper;
  const possible = currenciesBySign.get(mark.toLowerCase()) ?? [];
  if (possible.length < 2) return soleCurrency(possible);
  const stated = [...new Set(hints.stated)].filter((code) => possible.includes(code));
  if (stated.length === 1) return stated[0] ?? null;
  return regionalCurrency(possible, hints) ?? usualCurrency(possible, hints);
}
