import { currencyOfCode } from "../amounts/currency.js";
import { findMoney, noHints } from "../amounts/money.js";
import { deliveryAfter, deliveryBefore, deliveryFrom, freeDeliveryFrom } from "./delivery-words.js";

/** What an amount on a page is, as far as the words beside it say. */
export type PriceRole =
  /** What a shopper pays now. */
  | "now"
  /** What it cost before, or costs elsewhere. */
  | "old"
  /** The lowest of several. */
  | "from"
  /** Without tax, where shoppers pay with it. */
  | "net"
  /** A saving, an instalment, a deposit, shipping, by the kilo, for members…: not what one piece costs. */
  | "other";

/** What an amount that is no price of the product is for. */
export type SidePurpose = "shipping" | "shipping-from" | "free-shipping-from" | "lowest-30-days";

type Rule = readonly [PriceRole, RegExp];

/** The EU's Price Indication Directive makes shops show the lowest price of the 30 days before a discount. */
const thirtyDays =
  /(?<!\d)30[- ]?(?:\p{L}+ )?(?:days?|tagen?|tage|jours|giorni|d[ií]as|dni|dagen|dagar(?:na)?|dage|dnů|dní|nap|päivän)|letzter niedrigster preis/iu;
const notLowest = /retur|rück|refund|money|widerruf|devol|reso/iu;
const longerPeriod = /(?:low|best|tief|niedrig|günstig)\p{L}* .{0,20}\d+ (?:months?|monate?n?|days|tagen?)/iu;

/** Whether words speak of the lowest price of the last 30 days. */
export function isLowest30Days(words: string): boolean {
  return thirtyDays.test(words) && !notLowest.test(words);
}

/** A text without the number of days, which is no amount. */
export function withoutThirtyDays(text: string): string {
  return text.replace(thirtyDays, "");
}

/** "30 days before:" calls nothing a former price. */
const beforeReduction =
  /^\W*(?:before|prior|vor(?:her)?|davor|avant|prima|antes|przed|före|innan|voor|før)(?!\p{L})/iu;

/** Whether the words between two amounts, or before the first one, call the amount behind them the lowest of 30 days. */
function isLowestLabel(words: string): boolean {
  const days = thirtyDays.exec(words);
  if (days === null || !isLowest30Days(words) || /^\W*\([^()]*\)\W*$/u.test(words)) return false;
  const rest = words.slice(days.index + days[0].length).replace(beforeReduction, "");
  return firstOf(beforeRules, withoutMark(rest)) !== "old";
}

/** Whether the words beside an amount call it the lowest of 30 days, and not the amount before or behind it. */
function isLowestInWords(line: string, after: string): boolean {
  if (thirtyDays.test(line)) {
    const previous = findMoney(line, noHints).findLast(({ isMarked }) => isMarked);
    if (isLowestLabel(line.slice(previous?.to ?? 0))) return true;
  }
  if (!isLowest30Days(/^\D*\b30\b\D*/u.exec(after)?.[0] ?? "")) return false;
  const next = findMoney(after, noHints).find(({ isMarked }) => isMarked);
  return next === undefined || !isLowestLabel(after.slice(0, next.from));
}

/** What the words around an amount call it, if it is for something beside the product. */
export function purposeInWords(line: string, after: string): SidePurpose | null {
  const before = withoutMark(line);
  if (freeDeliveryFrom.test(before)) return "free-shipping-from";
  if (deliveryFrom.test(before)) return "shipping-from";
  if (deliveryBefore.test(before) || deliveryAfter.test(after)) return "shipping";
  return isLowestInWords(before, after) ? "lowest-30-days" : null;
}

/** A price with tax is at most this many times the one without: the highest rate is 27 % (Hungary). */
export const maxTaxFactor = 1.35;

const tax = "(?:tax|vat|gst|mwst|ust|dph|ddv|pdv|iva|tva|btw|moms|kdv|alv)";
const rate = "\\.?(?:\\s*\\(?\\d{1,2}\\s?%\\)?)?";
const withoutTax = `(?:(?:ex(?:cl?|kl)?(?:uding|uye)?|ekskl|zzgl|plus|\\+|ohne|bez|brez|sin|sans|senza|utan|zonder|sem)\\.? ?${tax}|${tax} (?:excl|esclusa))`;
const withTax = `(?:inkl?|incl?(?:uding)?|mit|s|z|con|avec|com|med)\\.? ${tax}`;

const netBefore = new RegExp(
  `(?<![\\p{L}])(?:${withoutTax}|netto|ht|net price|税抜|税別)${rate}[\\s:]*$`,
  "iu",
);
const grossBefore = new RegExp(`(?<![\\p{L}])${withTax}${rate}[\\s:]*$`, "iu");
const netAfter = new RegExp(`^[\\s(]*(?:${withoutTax}|netto|ht\\b|kdv hari)`, "iu");
const grossAfter = new RegExp(`^[\\s(]*(?:${withTax}|brutto|ttc\\b)`, "iu");

/** What the words beside an amount say of tax. A label right behind another amount belongs to that one. */
function taxInWords(before: string, after: string): PriceRole | null {
  const label = netBefore.exec(before) ?? grossBefore.exec(before);
  const isAnothers = label !== null && /\d\W*$/.test(before.slice(0, label.index));
  const byAfter = netAfter.test(after) ? "net" : grossAfter.test(after) ? "now" : null;
  if (byAfter !== null && (label === null || isAnothers)) return byAfter;
  if (label === null) return null;
  return netBefore.test(before) ? "net" : "now";
}

/** Labels of a recommended price, which are longer than others. */
export const recommendedPrice =
  /(?:preisempf(?:ehlung|\.)(?: des herstellers)?|(?:recommended|suggested) retail price)(?: \(\p{L}{3,4}\))?\s*:?\s*$/iu;

const savingBefore =
  /(?<![\p{L}])(?:save|saving|savings|you save|spar(?:e|en|st)|rabatt|discount|économisez|remise|ahorra[s]?|descuento|risparmi|bespaar|korting|oszczędz\S*|sleva|(?<!\d[.,]?\s?)[-−])\s*:?\s*$/iu;
const savingBehind = /^\s*(?:off|sparen|gespart|rabatt|discount|de remise)(?!\p{L})/iu;

/** Whether the words beside an amount say that it is saved. */
export function isSaving(line: string, after: string): boolean {
  return savingBefore.test(withoutMark(line)) || savingBehind.test(after);
}

/** What shops call their loyalty programmes; the words of the second list also stand in names of products. */
const clubs =
  "members?(?:hip)?|students?|staff|vip|prime|club|klub+|\\p{L}+card|loyalty|mitglieder|kundenkarten?|subscribers?|subscribe|plus";
const namedClubs =
  "first|pro|perks|insiders?|elite|extracare|nectar|friends|family|payback|bonus|premium|rewards?|hey\\p{L}+|my\\p{L}+";
const priceNoun = "(?:price|preis|prijs|pris)";

/** Words before an amount, the nearest last. */
const beforeRules: readonly Rule[] = [
  // An extra: `$249.99 + $60.00 core charge`.
  ["other", /(?:^|[\s\d.,-])\+\s*$/u],
  ["other", /(?<!\p{L})(?:est(?:imated|\.)? )?(?:sales )?tax(?:es)?\s*:?\s*$/iu],
  ["other", /(?<!\p{L})(?:activate today|with activation)\W*$/iu],
  ["other", savingBefore],
  [
    "other",
    /(?<![\p{L}])(?:over|above|under|below|unter|moins de|orders? of|away|ab einem|mindestbestellwert|dès)\s*:?\s*$/iu,
  ],
  [
    "other",
    /(?<![\p{L}])(?:\d+\s*(?:x|×|payments? of|instal\w+ of|raten? (?:à|von|zu)|monatsraten|fois|cuotas de|parcelas de|rate da|mal)|\d+x de|(?<!(?:mos?|months?|monate?n?|payments?)\.?\s)(?:or|oder|lub))\s*(?:just|only|nur)?\s*$/iu,
  ],
  [
    "other",
    /(?<!\p{L}|(?:without|ohne|sans|sin|no) )(?:samples?|swatch|muster|échantillon|deposit|pfand|anzahlung|trade[- ]in|credit of|worth|get|up to|bis zu|gift card|coupon|voucher|cash ?back|points?|punkte|plan|protection|warranty|garantie(?:verlängerung)?|dont|donation|join for|fee|tip|avgift|gebühr|frais|tasa|poplatek|ポイント|実質)\s*(?:of|:|-)?\s*(?:up to|an extra)?\s*$/iu,
  ],
  [
    "other",
    new RegExp(
      `(?<!\\p{L}|non-?\\s?|(?:without|ohne|sans|sin|no) )(?:(?:${clubs}|(?:with|mit|avec|z) (?:\\p{L}+ ){0,3}\\p{L}*(?:card|karte|carte|kartą))(?:['’]s?)?[\\s-]*(?:only|pays?|${priceNoun})?|(?:${namedClubs})[\\s-]${priceNoun})\\s*:?\\s*$`,
      "iu",
    ),
  ],
  [
    "other",
    /(?<!\p{L}|(?:without|ohne|sans|sin|no|an?y) )(?:cash ?backs?|rückerstattung|remboursement|reembolso|rimborso|eintausch\p{L}*|trade[- ]in)(?!\p{L})\D{0,40}$/iu,
  ],
  [
    "other",
    /(?<!\p{L})(?:mit|with|use|using|avec(?: le)?) (?:\p{L}{0,15}[ -]?)?(?:code|gutschein|coupon|voucher|app)(?!\p{L}).{0,25}$/iu,
  ],
  [
    "other",
    /(?<!\p{L})(?:subscribe (?:&|and|\+|to) save|(?:with|on) subscription|auto-?ship|auto-?delivery|(?:im |spar-?)abo|(?:avec|par) abonnement)(?!\p{L})[^\p{Sc}]{0,25}$/iu,
  ],
  [
    "other",
    /(?:(?:geräte|rundum|plus|komplett)-?schutz|versicherung|garantieverlängerung|schutzbrief|protection|insurance|extended warranty|(?:care|service) plan|assurance|garantie)(?!\p{L})[^\p{Sc}]{0,30}$/iu,
  ],
  [
    "other",
    /(?<!\p{L})(?:installation|montage|(?:auf|ein)bau(?:service)?|assembly|haul-?away|altgerät\p{L}*|gift ?wrap\p{L}*|geschenkverpackung)(?!\p{L})[^\p{Sc}]{0,30}$/iu,
  ],
  ["other", /(?<!\p{L})(?:im|in a|as a|en) (?:set|bundle|lot)(?!\p{L})\W*(?:nur|only)?\s*$/iu],
  ["other", /(?:^|\s)try instead:?\s.*$/iu],
  ["other", /(?<![\p{L}])(?:^|\s)(?:ab|from)\s+\d+\s*(?:stück|pcs|pieces|units)?\s*:?\s*$/iu],
  [
    "other",
    /(?<![\p{L}])(?:\d+ or more|\d+ (?:for|für|pour|por)|more sellers|other sellers|gebraucht(?: ab)?|used(?: from)?|neupreis(?: war)?|new from|refurbished from)\s*:?\s*$/iu,
  ],
  ["old", recommendedPrice],
  [
    "old",
    /(?<![\p{L}])(?:previous(?:ly)? price|(?:orig|reg)\.|comp(?:arable|\.)? value|ticket price|normally|don['’]t pay|est(?:imated|\.) value|was|were|rrp|m\.?r\.?p\.?|msrp|uvp|list(?: price)?|before|previously|originally?|original price|regular(?:ly)?(?: price)?|compare at|instead of|retail(?: price)?|typical price|statt|vorher|vorherig\p{L}* preis|ursprünglich|bisher(?:iger preis)?|(?:alter|früherer) preis|früher|(?:listen|normal|streich)preis|usual(?:ly)?(?: price)?|prix (?:conseillé|barré|public)|au lieu de|avant|antes|precio (?:anterior|original|recomendado)|prima|invece di|prezzo (?:di listino|consigliato)|van|adviesprijs|was:|tidigare|ord\.?(?:inarie)?(?: pris)?|før|tidligere|førpris|veil\.?|cena (?:regularna|katalogowa|przed)|poprzednia cena|původní cena|(?:preis war|prix initial était|prezzo originale era|precio original era|prijs was|cena wynosiła|priset var|pris(?:en)? var|cena byla|preço original era|hinta oli)|de|定価|通常価格|参考価格|メーカー希望小売価格)\s*:?\s*$/iu,
  ],
  [
    "now",
    /(?<![\p{L}])(?:now|sale(?: price)?|today|(?:special|our|your|online|web) price|jetzt|nur|aktuell|maintenant|ahora|ora|nu|teraz|nyní|por|(?:price is|preis ist|prix actuel est|prezzo attuale è|precio actual es|prijs is|cena wynosi|priset är|pris(?:en)? er|cena je|preço atual é|hinta on)|特価|価格|税込)\s*:?\s*$/iu,
  ],
  // `2 kg – $12.49` is a size with its price.
  [
    "from",
    /\d\s*(?:\p{Sc}|(?!(?:kg|gr|ml|cl|cm|mm|oz|lbs?|pcs?|stk?|ct|gb|tb|mah)(?!\p{L}))[a-zł]{2,3})?\s*[-–—]\s*\p{Sc}?\s*$/iu,
  ],
  [
    "from",
    /(?:^|[\s(])(?:from|starting at|starts at|as low as|ab|à partir de|dès|desde|a partire da|da|vanaf|från|fra|alkaen|od|от|a partir de)\s*:?\s*$/iu,
  ],
];

/** Words behind an amount, the nearest first. */
const afterRules: readonly Rule[] = [
  [
    "other",
    /^\s*\/?\s*(?:per|pro|je|par|por|al|na|\/)\s*(?:\d+\s*)?(?:kg|kilo|g|gr|mg|l|lt|litre|liter|ml|cl|m|m²|m2|qm|cm|ft|foot|yd|lb|oz|fl|serving|sheet|roll|month|mo|monat|mois|mes|mese|week|day|night|person|wash|use|dose|tablet|capsule|100)\b/i,
  ],
  [
    "other",
    /^\s*\/\s*(?!ea\b|each|pi[eè]ce|pcs?\b|pz\b|stk?\b|st[uü]ck|stuk|unit|item|szt|ks\b|pair|paar|pack|paket|pk\b|box|case|carton|karton|set\b|bundle)(?:\d+\s*)?\p{L}+/iu,
  ],
  ["from", /^\s*[-–—]\s*(?:\p{Sc}\s*)?\d(?![\d.,]*\s*%)/u],
  ["other", /^\s*[x×]\s*\d{1,2}(?!\d)/iu],
  [
    "other",
    /^\s*(?:(?:for|with|mit|avec|con)\s)?(?:\p{L}+\s)?\p{L}*(?:card|karte|carte|tarjeta|member)\p{L}*(?:\s(?:price|preis))?/iu,
  ],
  ["from", /^\s*[~～]/u],
  ["from", /^\s*\+(?!\s*[\p{L}\p{Sc}\d])/u],
  // For some shoppers: `$179 FIRST`, `$179 Pro price`.
  ["other", /^\s*(?:FIRST|PRO|PLUS|VIP|PRIME|PERKS|CLUB)(?!\p{L})/u],
  ["other", new RegExp(`^\\s*(?:${clubs}|${namedClubs})(?:['’]s?)?[\\s-]*${priceNoun}(?!\\p{L})`, "iu")],
  [
    "other",
    /^\s*(?:with|mit|avec|after|nach|après)\s+(?:\p{L}+\s){0,2}(?:trade[- ]?in|eintausch|reprise|coupon|gutschein|code|activation|contract|plan|membership)(?!\p{L})/iu,
  ],
  [
    "other",
    /^\s*(?:after|nach|après)\s+\p{Sc}?\s?\d[\d.,]*\s?\p{Sc}?\s*(?:in |mail-in )?(?:cash ?back|rebate|statement|credit|coupon|gutschein|off\b.*(?:card|qualifying|first order|sign))/iu,
  ],
  [
    "other",
    /^\s*(?:monthly|a month|every \d+|monatlich|mtl|mensuel|al mes|mensal|méně|off\b|rabatt|discount|cash ?back|credit|cash\b|deposit|pfand|sparen|gespart)/i,
  ],
  ["other", /^\s*(?:with (?:coupon|code)|subscription|im abo)/i],
  [
    "other",
    /^\s*(?:in|over|für|for|pour|por)\s+\d+\s*(?:months?|weeks?|payments|instal|monate|raten|mois|fois|meses|cuotas)/i,
  ],
  ["other", /^\s*(?:away from|more (?:for|to))/i],
  // Before an amount, the label is that one's.
  ["old", /^\s*(?:rrp|uvp|msrp|new\b|neu\b)(?!\W*\d)/i],
];

/** Without a sign or code that belongs to the amount behind it. */
function withoutMark(line: string): string {
  const [mark = "", code] = /\s*(?:\p{Sc}|(?<![\p{L}])([A-Z]{3}))\s*$/u.exec(line) ?? [];
  return code === undefined || currencyOfCode(code) !== null
    ? line.slice(0, line.length - mark.length)
    : line;
}

function firstOf(rules: readonly Rule[], text: string): PriceRole | null {
  return rules.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** What the words around an amount call it; `null` where they say nothing. */
export function roleInWords(line: string, after: string): PriceRole | null {
  if (purposeInWords(line, after) !== null || longerPeriod.test(withoutThirtyDays(line))) return "other";
  const before = withoutMark(line);
  const byAfter = firstOf(afterRules, after);
  if (byAfter === "other" || byAfter === "from") return byAfter;
  const tax = taxInWords(before, after);
  if (tax === "net") return tax;
  return firstOf(beforeRules, before) ?? tax ?? byAfter;
}
