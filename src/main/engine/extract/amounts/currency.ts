/** Signs and words that name a currency: one, or several that share it. In lower case. */
const signs: Readonly<Record<string, string | readonly string[]>> = {
  "€": "EUR",
  euro: "EUR",
  "£": "GBP",
  $: ["USD", "CAD", "AUD", "NZD", "MXN", "SGD", "HKD", "CLP", "COP", "ARS", "TWD"],
  us$: "USD",
  "us $": "USD",
  "u.s.$": "USD",
  ca$: "CAD",
  c$: "CAD",
  cdn$: "CAD",
  a$: "AUD",
  au$: "AUD",
  nz$: "NZD",
  mx$: "MXN",
  s$: "SGD",
  sg$: "SGD",
  hk$: "HKD",
  nt$: "TWD",
  r$: "BRL",
  "¥": ["JPY", "CNY"],
  "￥": ["JPY", "CNY"],
  円: "JPY",
  元: ["CNY", "TWD"],
  원: "KRW",
  "₩": "KRW",
  kr: ["SEK", "NOK", "DKK", "ISK"],
  "kr.": ["DKK", "NOK", "SEK", "ISK"],
  ":-": ["SEK", "NOK", "DKK"],
  "₹": "INR",
  "₨": ["INR", "PKR", "LKR"],
  rs: ["INR", "PKR", "LKR"],
  "rs.": ["INR", "PKR", "LKR"],
  zł: "PLN",
  zl: "PLN",
  kč: "CZK",
  ft: "HUF",
  lei: "RON",
  лв: "BGN",
  "лв.": "BGN",
  "₽": "RUB",
  руб: "RUB",
  "руб.": "RUB",
  рублей: "RUB",
  "р.": "RUB",
  р: "RUB",
  "₴": "UAH",
  грн: "UAH",
  "грн.": "UAH",
  "₸": "KZT",
  тг: "KZT",
  "тг.": "KZT",
  kn: "HRK",
  "₺": "TRY",
  tl: "TRY",
  "sfr.": "CHF",
  "fr.": "CHF",
  "₪": "ILS",
  r: ["ZAR"],
  kd: "KWD",
  bd: "BHD",
  "s/": "PEN",
  "s/.": "PEN",
  "₱": "PHP",
  "฿": "THB",
  "₫": "VND",
  đ: "VND",
  rp: "IDR",
  rm: "MYR",
  dt: "TND",
  dh: "AED",
  dhs: "AED",
  درهم: "AED",
  "د.إ": "AED",
  "ر.س": "SAR",
  ريال: "SAR",
  جنيه: "EGP",
  "₦": "NGN",
  "₵": "GHS",
  "₡": "CRC",
  "₲": "PYG",
  "₾": "GEL",
  "₭": "LAK",
  "₮": "MNT",
  dinara: "RSD",
  дин: "RSD",
  ден: "MKD",
  "₼": "AZN",
  "֏": "AMD",
  "৳": "BDT",
  ksh: "KES",
  rd$: "DOP",
  cfa: ["XOF", "XAF"],
  fcfa: ["XOF", "XAF"],
  br: ["BYN", "ETB"],
  // Ten rials each: no currency of its own.
  تومان: [],
  yen: "JPY",
  eur: "EUR",
  usd: "USD",
  gbp: "GBP",
  chf: "CHF",
  pln: "PLN",
  sek: "SEK",
  nok: "NOK",
  dkk: "DKK",
  czk: "CZK",
  huf: "HUF",
  cad: "CAD",
  aud: "AUD",
};

/** What shops of a country charge in, by top-level domain and by region of a language tag. */
const currencyByRegion = new Map(
  Object.entries({
    AED: "ae",
    ARS: "ar",
    AUD: "au",
    BGN: "bg",
    BRL: "br",
    CAD: "ca",
    CHF: "ch li",
    CLP: "cl",
    CNY: "cn",
    COP: "co",
    CZK: "cz",
    DKK: "dk",
    EUR: "at be cy de ee es fi fr gr hr ie it lt lu lv mt nl pt si sk",
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
const decimals: Readonly<Record<string, number>> = {
  BHD: 3,
  CLP: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  VND: 0,
  XAF: 0,
  XOF: 0,
};

/** @returns digits behind the point; 2 for an unknown currency. */
export function decimalsOf(currency: string | null): number {
  return currency === null ? 2 : (decimals[currency] ?? 2);
}

/** Every sign and code, longest first, so that a regular expression finds `US$` before `$`. */
export const currencyMarks: readonly string[] = [...codes]
  .concat(Object.keys(signs))
  .sort((a, b) => b.length - a.length);

/** @returns the code that a program wrote as a code or a sign of one currency; `null` otherwise. */
export function currencyOfCode(text: string | null): string | null {
  const code = text?.trim().toUpperCase() ?? "";
  if (codes.has(code)) return code;
  const known = signs[code.toLowerCase()];
  return typeof known === "string" ? known : null;
}

/** What a page says about its currency besides its prices. */
export interface CurrencyHints {
  /** Codes that the page itself names: meta tags, structured data, settings of its shop. */
  readonly stated: readonly string[];
  readonly host: string;
  /** Countries that the page names (`us`), in groups of falling reliability: language tags, settings, addresses. */
  readonly regions: readonly (readonly string[])[];
}

/** The currency among `possible` of the shop's country; `null` if nothing names one country. */
function regionalCurrency(possible: readonly string[], { host, regions }: CurrencyHints): string | null {
  const domain = host.split(".").at(-1) ?? "";
  for (const group of [[domain], ...regions]) {
    const currencies = new Set(group.flatMap((region) => currencyByRegion.get(region) ?? []));
    if (currencies.size > 1) continue;
    const [currency] = currencies;
    if (currency !== undefined && possible.includes(currency)) return currency;
  }
  return null;
}

/**
 * The currency of a sign or code beside an amount. A sign that several currencies share is read as the page states, else
 * as usual in the shop's country, else as `null`.
 */
export function currencyOfMark(mark: string, hints: CurrencyHints): string | null {
  const upper = mark.toUpperCase();
  if (codes.has(upper)) return upper;
  const possible = signs[mark.toLowerCase()];
  if (possible === undefined || typeof possible === "string") return possible ?? null;
  const stated = [...new Set(hints.stated)].filter((code) => possible.includes(code));
  return stated.length === 1 ? (stated[0] ?? null) : regionalCurrency(possible, hints);
}
