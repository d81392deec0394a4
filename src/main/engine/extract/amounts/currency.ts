/** Signs and words in lower case by the currencies that share them. XXX stands for something else (ISO 4217). */
const signsByCurrencies: Readonly<Record<string, string>> = {
  EUR: "€|euro|eur",
  GBP: "£|gbp",
  "USD CAD AUD NZD MXN SGD HKD CLP COP ARS TWD": "$",
  USD: "us$|us $|u.s.$|usd",
  CAD: "ca$|c$|c $|cdn$|cad",
  AUD: "a$|au$|au $|aud",
  NZD: "nz$",
  MXN: "mx$",
  SGD: "s$|sg$",
  HKD: "hk$",
  TWD: "nt$",
  BRL: "r$",
  "JPY CNY": "¥|￥",
  JPY: "円|yen",
  "CNY TWD": "元",
  KRW: "원|₩",
  "SEK NOK DKK ISK": "kr",
  "DKK NOK SEK ISK": "kr.",
  "SEK NOK DKK": ":-",
  SEK: "sek",
  NOK: "nok",
  DKK: "dkk",
  INR: "₹",
  "INR PKR LKR": "₨|rs|rs.",
  PLN: "zł|zl|pln",
  CZK: "kč|czk",
  HUF: "ft|huf",
  RON: "lei",
  BGN: "лв|лв.",
  RUB: "₽",
  "RUB BYN": "руб|руб.|рублей|р.|р",
  UAH: "₴|грн|грн.",
  KZT: "₸|тг|тг.",
  HRK: "kn",
  TRY: "₺|tl",
  CHF: "sfr.|fr.|chf",
  ILS: "₪",
  "ZAR XXX": "r",
  KWD: "kd",
  BHD: "bd",
  PEN: "s/|s/.",
  PHP: "₱",
  THB: "฿",
  VND: "₫|đ",
  IDR: "rp",
  MYR: "rm",
  TND: "dt",
  AED: "dh|dhs|درهم|د.إ",
  SAR: "ر.س|ريال",
  EGP: "جنيه",
  NGN: "₦",
  GHS: "₵",
  CRC: "₡",
  PYG: "₲",
  GEL: "₾",
  LAK: "₭",
  MNT: "₮",
  RSD: "dinara|дин",
  MKD: "ден",
  AZN: "₼",
  AMD: "֏",
  BDT: "৳",
  KES: "ksh",
  DOP: "rd$",
  "XOF XAF": "cfa|fcfa",
  "BYN ETB": "br",
  // The toman, ten rials, has no code of its own; XXX is the code for "no currency".
  XXX: "تومان",
};
/** Names in sentences. Elsewhere on a page they count vouchers, or pounds of weight. */
const namesByCurrencies: Readonly<Record<string, string>> = {
  EUR: "euros",
  GBP: "pounds|pound|pfund",
  "USD CAD AUD NZD MXN SGD HKD TWD": "dollars|dollar",
  SEK: "kronor",
  "DKK NOK": "kroner",
  "SEK NOK DKK CZK ISK": "kronen",
  CHF: "franken|francs",
  PLN: "złotych|zloty|zlotys",
  CZK: "korun",
  HUF: "forint",
  "INR PKR LKR": "rupees|rupien",
  TRY: "lira",
  BRL: "reais",
  ILS: "shekels",
  ZAR: "rand",
};
const currenciesBySign: ReadonlyMap<string, readonly string[]> = new Map(
  [signsByCurrencies, namesByCurrencies]
    .flatMap(Object.entries<string>)
    .flatMap(([currencies, signs]) => signs.split("|").map((sign) => [sign, currencies.split(" ")] as const)),
);

/** What shops of a country charge in, by top-level domain and by region of a language tag. */
const currencyByRegion = new Map(
  Object.entries({
    AED: "ae",
    ARS: "ar",
    AUD: "au",
    BGN: "bg",
    BRL: "br",
    BYN: "by",
    CAD: "ca",
    CHF: "ch li",
    CLP: "cl",
    CNY: "cn",
    COP: "co",
    CZK: "cz",
    DKK: "dk",
    EUR: "de at be cy ee es fi fr gr hr ie it lt lu lv mt nl pt si sk",
    GBP: "uk gb",
    HKD: "hk",
    HUF: "hu",
    IDR: "id",
    ILS: "il",
    INR: "in",
    ISK: "is",
    JPY: "jp",
    KRW: "kr",
    KWD: "kw",
    MXN: "mx",
    MYR: "my",
    NOK: "no",
    NZD: "nz",
    PEN: "pe",
    PHP: "ph",
    PKR: "pk",
    PLN: "pl",
    RON: "ro",
    RSD: "rs",
    RUB: "ru",
    SAR: "sa",
    SEK: "se",
    SGD: "sg",
    THB: "th",
    TND: "tn",
    TRY: "tr",
    TWD: "tw",
    UAH: "ua",
    USD: "us",
    VND: "vn",
    ZAR: "za",
  }).flatMap(([code, regions]) => regions.split(" ").map((region) => [region, code] as const)),
);

const codes: ReadonlySet<string> = new Set(
  "AED ALL AMD AOA ARS AUD AZN BAM BDT BGN BHD BND BOB BRL BWP BYN CAD CHF CLP CNY COP CRC CZK DKK DOP DZD EGP ETB EUR GBP GEL GHS GTQ HKD HNL HRK HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KRW KWD KZT LAK LBP LKR MAD MDL MKD MMK MNT MOP MUR MXN MYR NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SEK SGD THB TND TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND XAF XOF ZAR ZMW".split(
    " ",
  ),
);

/** Digits behind the point where they are not two (ISO 4217). */
const decimals: ReadonlyMap<string, number> = new Map([
  ..."CLP ISK JPY KRW PYG RWF UGX VND XAF XOF".split(" ").map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD OMR TND".split(" ").map((code) => [code, 3] as const),
]);

/** @returns digits behind the point; 2 for an unknown currency. */
export function decimalsOf(currency: string | null): number {
  return decimals.get(currency ?? "") ?? 2;
}

/** Currencies whose smallest coins are out of use, though ISO 4217 gives them decimals. */
const wholeInPractice = new Set("AMD COP CRC HUF IDR IRR KZT LAK LBP MMK MNT NGN TZS UZS".split(" "));

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
export const currencyMarks: readonly string[] = longestFirst([...codes, ...marksIn(signsByCurrencies)]);

/** Names of currencies in sentences, longest first. */
export const currencyNames: readonly string[] = longestFirst(marksIn(namesByCurrencies));

/** The currencies that share a sign, the most common first. */
export function currenciesOfSign(sign: string): readonly string[] {
  return (currenciesBySign.get(sign.toLowerCase()) ?? []).filter((code) => codes.has(code));
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

/** The currencies of the shop's country and of the countries that the page names, the most reliable first. */
export function regionalCurrencies({ host, regions }: CurrencyHints): string[] {
  const named = [host.split(".").at(-1) ?? "", ...regions().flat()];
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
function regionalCurrency(possible: readonly string[], { host, regions }: CurrencyHints): string | null {
  const domain = host.split(".").at(-1) ?? "";
  for (const group of [[domain], ...regions()]) {
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
 * What a sign means where nothing on the page names a country: shops of Belarus, the other country with roubles, say where
 * they are, and so do shops in English with dollars that are not those of the United States.
 */
function usualCurrency(possible: readonly string[], hints: CurrencyHints): string | null {
  const { host, language = null, namesDollarCountry = false, regions, stated } = hints;
  const [first] = possible;
  if (first === "RUB") return first;
  const isEnglish = language === null || /^(?:en\b|$)/i.test(language);
  const isElsewhere =
    namesDollarCountry ||
    regions()
      .flat()
      .some((region) => region !== "us") ||
    stated.some((code) => possible.includes(code));
  return first === "USD" && isEnglish && genericDomain.test(host) && !isElsewhere ? first : null;
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
