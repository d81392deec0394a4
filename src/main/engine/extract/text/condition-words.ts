import { findMoney, noHints } from "../amounts/money.js";

const numberWords: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  six: 6,
  ten: 10,
  twelve: 12,
  zwei: 2,
  drei: 3,
  sechs: 6,
  zwölf: 12,
};
const count = `(?:\\d{1,3}|${Object.keys(numberWords).join("|")})`;
/** Above what begins with a count: `6+ bottles`, `min. 6`. */
const least = `(?:at least |min(?:\\.|imum|destens|st)? |any )?(?<count>${count})(?! ?%)`;

/** `or more` and `and more`. */
const orMore =
  "(?:or|and|oder|und|ou|et|o|u|y|e|of|en|a|i|lub|oraz|nebo|alebo|ali|in|ili|vagy|és|sau|și|eller|og|och|tai|ja|veya|ve|или|и|або|і|или|ή|και|ir|arba|vai|un|või) (?:more|mehr|plus|más|mais|più|meer|więcej|více|viac|več|više|több|mai mult\\p{L}*|flere|fler|mere|mer|enemmän|rohkem|vairāk|daugiau|fazla\\p{L}*|более|больше|більше|повече|περισσότερα)";

/** What packs and pieces are called; ages, months and metres are no pieces. */
const pieces =
  "(?:st(?:\\.|k\\.?|ück|uks?|yck(?:en)?|yk)?|pieces?|pcs?\\.?|units?|items?|bottles?|cans?|packs?|box(?:es)?|cases?|flaschen?|dosen?|packungen|pakete?|kartons?|kisten|rollen|beutel|bouteilles?|unités?|pièces?|cartons?|lots?|articles?|botellas?|unidades|uds?\\.?|piezas|cajas|bottiglie|pezzi|pz\\.?|confezioni|flessen|dozen|stuks|pakken|butelek|sztuk|szt\\.?|opakowań|flaskor|flasker|pakker|förpackningar)";

/** A count of pieces, or one with nothing behind it: `from 10 pieces`, `ab 6`. */
const ofPieces = `${least}(?: or more|\\+)?(?: ?${pieces}(?!\\p{L})|(?= ?(?:$|[^\\s\\p{L}\\p{Sc}\\d.,:'’+-]|[.,:](?!\\d))))`;

/** Conditions by language; each ends in a count. */
const conditions = [
  // English
  `(?:when|if|as|for) (?:you )?(?:mix|buy|order|purchas|take)\\p{L}* (?:in )?${least}`,
  `(?:in|with|for|as part of) an? (?:mixed )?(?:case|box|pack|crate|tray|carton) of ${least}`,
  `in (?:mixed )?(?:cases|boxes|packs|crates|trays|cartons) of ${least}`,
  `(?:mix|buy)(?: (?:&|and) match)? ${least}`,
  `(?:from|starting at) ${ofPieces}`,
  // German
  `(?:bei|beim|ab) (?:(?:der )?(?:abnahme|kauf|bestellung|einem kauf) (?:von|ab) )?${ofPieces}`,
  `(?:beim|bei) (?:abnahme|kauf|bestellung) (?:von|ab) ${least}`,
  `(?:im|pro|je) ${least} ?er[- ]?(?:karton|pack|paket|set|kiste|gebinde)\\p{L}*`,
  `im (?:karton|paket|gebinde) (?:mit|à|zu|von) ${least}`,
  `wenn sie ${least}`,
  // French
  `(?:à partir de|dès) (?:l['’]achat de )?${ofPieces}`,
  `(?:pour l['’]achat|à l['’]achat) de ${least}`,
  `(?:par|en|au) (?:carton|caisse|lot|pack) de ${least}`,
  // Spanish, Italian
  `(?:a partir de|desde|comprando|al comprar|llevando|por la compra de|a partire da|da|acquistando|per l['’]acquisto di|se ne acquisti) ${ofPieces}`,
  `(?:en|in|nel) (?:caja|pack|cartone|cassa|confezione)s? (?:de|da|di) ${least}`,
  // Dutch
  `(?:bij|vanaf) (?:(?:afname|aankoop) van(?:af)? )?${ofPieces}`,
  `(?:in|per) (?:een )?(?:doos|krat|pak) van ${least}`,
  // Polish
  `(?:od|przy|przy zakupie|kupując) ${ofPieces}`,
  // Swedish, Danish
  `(?:från|vid|vid köp av|fra|ved|ved køb af|når du køber|när du köper) ${ofPieces}`,
  `(?:i|per|pr\\.) (?:låda|kartong?|kasse) (?:om|med|med |à) ?${least}`,
  // All
  `(?:(?:for|on|with|at) )?${least} ${orMore}`,
  `${least} ?\\+ (?:${pieces})(?!\\p{L})`,
].map((text) => `(?<!\\p{L})${text}`);

/** The price of one, before its condition: `each`, `per bottle`, `pro Flasche`. */
const perOne =
  "(?:(?:each|ea\\.?|apiece|chacune?|cada un[oa]|cad(?:auno|\\.)|styck|stykket|l['’]\\p{L}+|(?:an?|the|per|pro|je|par|la|le|por|al|za|pr\\.?|/) ?\\p{L}+\\.?)[\\s,]+)?";

const behind = conditions.map((each) => new RegExp(`^[\\s(/,–—-]*${perOne}${each}`, "iu"));
const before = conditions.map(
  (each) => new RegExp(`${each}(?: or more|\\+)?(?: ?\\p{L}+)?\\)?\\s*:?\\s*\\p{Sc}?\\s*$`, "iu"),
);
const packBefore =
  /(?<!\p{L})(?:case|box|crate|carton|tray|kiste|karton|caisse|cassa|caja|doos|mix|any|buy)(?: any| of| de| da| van)? ?\(?(?<count>\d+|two|three|four|six|ten|twelve)(?: ?\p{L}+)?\)?\s*:?\s*\p{Sc}?\s*$/iu;

function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | null {
  if (!/\p{L}/u.test(text) || !hasCount.test(text)) return null;
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  return null;
}

/** One look decides for most texts. */
const hasCount = new RegExp(count, "iu");

function countOf(match: RegExpExecArray): number | null {
  const text = match.groups?.count?.toLowerCase() ?? "";
  const number = numberWords[text] ?? Number(text);
  return number > 1 ? number : null;
}

/**
 * Of how many an amount is the price, or how many must be bought for it: `Case of 12:`, `when you mix 6`. Null for one. Between
 * two amounts, such words are the lower one's: buying more costs less.
 */
export function countInWords(amount: number, line: string, after: string): number | null {
  const own = firstMatch(behind, after);
  if (own !== null) {
    const rest = after.slice(own[0].length);
    const [next] = /^[\s:]*(?:\p{Sc}|\d)/u.test(rest) ? findMoney(rest, noHints) : [];
    if (next === undefined || amount < next.amount) return countOf(own);
  }
  const [, from] = isTierLabel(line) ? (tierFrom.exec(line) ?? []) : [];
  const start = Number(from?.replace(/\D/, ""));
  if (start > 0) return start > 1 ? start : null;
  const label = packBefore.exec(line) ?? firstMatch(before, line);
  if (label === null) return null;
  // Right behind an amount and with other words behind this one, they are that one's.
  const isAnothers = /(?:\d|\p{Sc})\W*$/u.test(line.slice(0, label.index)) && /^\s*\p{L}/u.test(after);
  return isAnothers ? null : countOf(label);
}

/** `1–9`, `10 - 49 pcs`, `50+`, `Bis 9`, `Bis 49 ab 10`: a row's label in a table of prices by quantity. */
const tier = new RegExp(
  `^(?:\\p{L}{2,9}\\.? ?)?\\d{1,4}(?:[.,]\\d{3})? ?(?:[-–] ?\\d{1,4}|\\+|\\p{L}{2,9} \\d{1,4})?(?: ?${pieces})?$`,
  "iu",
);
const tierFrom = /^(\d{1,4}(?:[.,]\d{3})?)(?: ?(?:[-–] ?\d|\+)|$)/;

/** Whether a label names a quantity, and no measure. */
export function isTierLabel(label: string): boolean {
  return tier.test(label);
}

const again =
  "(?:repeat|recurring|regular|scheduled|easy repeat) (?:order|delivery|deliveries|purchase|shipment)s?|(?:easy|auto)[ -]?repeat|auto-?(?:replenish|ship|delivery|renew)\\p{L}*|(?:deliver|ship)(?:ed|s|y|ies)? every|subscribe|subscriptions?|(?:spar-?|liefer-?|im )?abo|abonnements?|abonnieren|(?:regelmäßige?|wiederkehrende|automatische) lieferung(?:en)?|sparlieferung|s['’]abonner|livraison (?:régulière|récurrente|automatique)|suscripci[oó]n|suscribirse|suscríbete|entrega (?:periódica|recurrente)|abbonamento|abbonati|consegna (?:periodica|ricorrente)|abonneren|herhaalbestelling|herhaallevering|subskrypcj\\p{L}*|prenumer\\p{L}*|abonnemang|assinatura";
const once =
  "(?:one|single)[- ]?(?:time|off)?[- ](?:purchase|order|delivery|buy|payment)|(?:buy|order|deliver) (?:it )?(?:just )?once|just once|no subscription|without subscription|(?:einmalige?[rn]?|einzel)[ -]?(?:lieferung|kauf|bestellung|bezug)|einzelkauf|ohne abo(?:nnement)?|achat (?:unique|ponctuel)|livraison unique|sans abonnement|commande unique|compra única|una sola vez|sin suscripción|acquisto (?:singolo|unico|una tantum)|una tantum|senza abbonamento|eenmalig\\p{L}*|jednorazow\\p{L}*|engångs(?:köp|leverans)|engangs(?:køb|levering)|compra avulsa";
const againWords = new RegExp(`(?<!\\p{L})(?:${again})(?!\\p{L})`, "iu");
const onceWords = new RegExp(`(?<!\\p{L})(?:${once})(?!\\p{L})`, "iu");
const againBehind = new RegExp(
  `^[\\s(/,–—-]*(?:${perOne}(?:with|on|by|im|mit|per|als|avec|par|en|con|in|met|z|w|med) (?:\\p{L}+ )?)?(?:${again})(?!\\p{L})`,
  "iu",
);

/** Whether a price is that of a subscription or of one purchase, as the words of its choice say, or those beside it. */
export function purchaseInWords(
  line: string,
  after: string,
  choice: string,
): "subscription" | "one-time" | null {
  const others = findMoney(line, noHints).filter(({ isMarked }) => isMarked);
  const own = choice === "" ? line.slice(others.at(-1)?.to ?? 0) : choice;
  if (onceWords.test(own)) return "one-time";
  return againWords.test(own) || againBehind.test(after) ? "subscription" : null;
}
