/** Signs and words that name one currency, wherever they stand. */
const signs: Readonly<Record<string, string>> = {
  "€": "EUR",
  "£": "GBP",
  "₹": "INR",
  "₩": "KRW",
  "₽": "RUB",
  "₺": "TRY",
  "₫": "VND",
  "₴": "UAH",
  "₪": "ILS",
  "₱": "PHP",
  "฿": "THB",
  "₦": "NGN",
  "₡": "CRC",
  "₲": "PYG",
  "₵": "GHS",
  "₸": "KZT",
  "₭": "LAK",
  "₮": "MNT",
  us$: "USD",
  "u.s.$": "USD",
  ca$: "CAD",
  c$: "CAD",
  cdn$: "CAD",
  a$: "AUD",
  au$: "AUD",
  nz$: "NZD",
  hk$: "HKD",
  s$: "SGD",
  sg$: "SGD",
  nt$: "TWD",
  r$: "BRL",
  mx$: "MXN",
  zł: "PLN",
  zl: "PLN",
  kč: "CZK",
  ft: "HUF",
  lei: "RON",
  лв: "BGN",
  "лв.": "BGN",
  руб: "RUB",
  "руб.": "RUB",
  "р.": "RUB",
  грн: "UAH",
  円: "JPY",
  元: "CNY",
  원: "KRW",
  rs: "INR",
  "rs.": "INR",
  tl: "TRY",
  chf: "CHF",
  "fr.": "CHF",
  "sfr.": "CHF",
  dh: "AED",
  "د.إ": "AED",
  "ر.س": "SAR",
  rm: "MYR",
  rp: "IDR",
  din: "RSD",
};

/** Signs that several currencies share: the page or its domain has to say which. */
const sharedSigns: Readonly<Record<string, readonly string[]>> = {
  $: ["USD", "CAD", "AUD", "NZD", "MXN", "SGD", "HKD", "CLP", "COP", "ARS", "TWD"],
  "¥": ["JPY", "CNY"],
  "￥": ["JPY", "CNY"],
  kr: ["SEK", "NOK", "DKK", "ISK"],
  "kr.": ["DKK", "NOK", "SEK", "ISK"],
};

/** What a country's shops ask in. */
const currencyOfDomain: Readonly<Record<string, string>> = {
  ca: "CAD",
  au: "AUD",
  nz: "NZD",
  mx: "MXN",
  sg: "SGD",
  hk: "HKD",
  cl: "CLP",
  co: "COP",
  ar: "ARS",
  tw: "TWD",
  jp: "JPY",
  cn: "CNY",
  se: "SEK",
  no: "NOK",
  dk: "DKK",
  is: "ISK",
  uk: "GBP",
  de: "EUR",
  fr: "EUR",
  it: "EUR",
  es: "EUR",
  nl: "EUR",
  at: "EUR",
  be: "EUR",
  ie: "EUR",
  fi: "EUR",
  pt: "EUR",
  gr: "EUR",
  pl: "PLN",
  ch: "CHF",
  cz: "CZK",
  hu: "HUF",
  in: "INR",
  br: "BRL",
  kr: "KRW",
  za: "ZAR",
  tr: "TRY",
  ro: "RON",
};

const codes = new Set(
  "AED ARS AUD BGN BHD BRL CAD CHF CLP CNY COP CRC CZK DKK EGP EUR GBP GEL GHS HKD HRK HUF IDR ILS INR ISK JOD JPY KES KRW KWD KZT LAK LKR MAD MNT MXN MYR NGN NOK NZD OMR PEN PHP PKR PLN PYG QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD UAH USD UYU VND ZAR".split(
    " ",
  ),
);

/** Digits behind the point where they are not two. */
const decimals: Readonly<Record<string, number>> = {
  JPY: 0,
  KRW: 0,
  VND: 0,
  CLP: 0,
  ISK: 0,
  PYG: 0,
  BHD: 3,
  KWD: 3,
  OMR: 3,
  JOD: 3,
  TND: 3,
};

export function decimalsOf(currency: string | null): number {
  return currency === null ? 2 : (decimals[currency] ?? 2);
}

/** A code as machines write it, or `null` where it is none. */
export function currencyOfCode(text: string | null): string | null {
  const code = text?.trim().toUpperCase() ?? "";
  if (codes.has(code)) return code;
  return code === "" ? null : (signs[code.toLowerCase()] ?? null);
}

/** What a page says of its currency besides its prices. */
export interface CurrencyHints {
  /** Codes that the page itself states: meta tags, structured data, settings of its shop. */
  readonly stated: readonly string[];
  /** The shop's host name. */
  readonly host: string;
  /** `en-CA`: only the region speaks of money. */
  readonly language: string | null;
}

function regionCurrency({ host, language }: CurrencyHints): string | null {
  const region = /[-_]([a-z]{2})\b/i.exec(language ?? "")?.[1]?.toLowerCase();
  const domain = host.split(".").at(-1) ?? "";
  return (
    currencyOfDomain[domain] ??
    (region === undefined ? null : region === "us" ? "USD" : (currencyOfDomain[region] ?? null))
  );
}

/** The currency of a sign that several share: as stated, else as usual in the shop's country; never guessed. */
function sharedCurrency(sign: string, hints: CurrencyHints): string | null {
  const possible = sharedSigns[sign] ?? [];
  const stated = [...new Set(hints.stated)].filter((code) => possible.includes(code));
  if (stated.length === 1) return stated[0] ?? null;
  const regional = regionCurrency(hints);
  return regional !== null && possible.includes(regional) ? regional : null;
}

/** The currency that stands beside an amount in visible text; `null` where nothing decides. */
export function currencyOfText(text: string, hints: CurrencyHints): string | null {
  const words = text.toLowerCase().match(/[^\s\d,.'’^()+/–-]+\.?|\p{Sc}/gu) ?? [];
  for (const word of words) {
    const bare = word.replace(/[:;*]/g, "");
    const upper = bare.toUpperCase().replace(/\.$/, "");
    if (codes.has(upper)) return upper;
    const known = signs[bare] ?? signs[bare.replace(/\.$/, "")];
    if (known !== undefined) return known;
    const shared = [bare, bare.at(-1) ?? "", bare.at(0) ?? ""].find((each) => each in sharedSigns);
    if (shared !== undefined) return sharedCurrency(shared, hints);
    const inside = [...bare].find((char) => char in signs);
    if (inside !== undefined) return signs[inside] ?? null;
  }
  return null;
}
