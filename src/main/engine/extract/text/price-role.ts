import type { ConditionKind } from "../../../../shared/app/paying.js";
import { currencyOfCode } from "../amounts/currency.js";
import {
  behindAmounts,
  endsInAmount,
  findMarked,
  findMoney,
  type MoneyHints,
  noHints,
} from "../amounts/money.js";
import signs from "../words/amount-signs.json" with { type: "json" };
import {
  consistsOf,
  type Label,
  labelBefore,
  labelBehind,
  mentionsBefore,
  phraseOf,
  tiesPriceTo,
  tokensOf,
  type WordRole,
} from "./amount-words.js";
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

/** What words call an amount. Tax that is included says nothing of whether the amount is still asked. */
export type WordedRole = PriceRole | "gross";

/** What an amount that is no price of the product is for. */
export type SidePurpose = "shipping" | "shipping-from" | "free-shipping-from" | "lowest-30-days";

type Rule = readonly [PriceRole, RegExp];

/** The EU's Price Indication Directive makes shops show the lowest price of the 30 days before a discount. */
const thirtyDays =
  /(?<!\d)30[- ]?(?:\p{L}+ )?(?:days?|tagen?|tage|jours|giorni|d[ií]as|dni|dagen|dagar(?:na)?|dage|dnů|dní|nap|päivän|päeva|dienu|dienų|dana|dneh|дни|днів|дней|ημερ\p{L}+|(?:de )?zile|pv(?!\p{L})|gün)|letzter niedrigster preis/iu;
const notLowest =
  /retur|rück|refund|money|widerruf|devol|reso|(?:every|all[ae]?|tous les|toutes les|cada|ogni|elke|iedere|co|var|hver|každých)\s*30/iu;

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
  return roleOfLabel(labelBefore(withoutMark(rest)).roles) !== "old";
}

/** Whether the words beside an amount call it the lowest of 30 days, and not the amount before or behind it. */
function isLowestInWords(line: string, after: string): boolean {
  if (thirtyDays.test(line)) {
    if (isLowestLabel(behindAmounts(line))) return true;
  }
  if (!isLowest30Days(/^\D*\b30\b\D*/u.exec(after)?.[0] ?? "")) return false;
  const [next] = findMarked(after);
  return next === undefined || !isLowestLabel(after.slice(0, next.from));
}

/** Whether delivery is named behind an amount, and not before the next one: `219 € shipping: 4.90 €`. */
function isDeliveryBehind(after: string): boolean {
  if (!deliveryAfter.test(after)) return false;
  const [next] = findMarked(after);
  const words = after.slice(0, next?.from);
  return next === undefined || !(deliveryBefore.test(words) || deliveryFrom.test(words));
}

/** What was read last: the words around an amount are asked for again by each of its roles. */
let lastRead: { line: string; after: string; purpose: SidePurpose | null } | null = null;

/** What the words around an amount call it, if it is for something beside the product. */
export function purposeInWords(line: string, after: string): SidePurpose | null {
  if (line === "" && after === "") return null;
  if (lastRead?.line !== line || lastRead.after !== after)
    lastRead = { line, after, purpose: readPurpose(line, after) };
  return lastRead.purpose;
}

function readPurpose(line: string, after: string): SidePurpose | null {
  const before = withoutMark(line);
  if (freeDeliveryFrom.test(before)) return "free-shipping-from";
  if (deliveryFrom.test(before)) return "shipping-from";
  if (deliveryBefore.test(before) || isDeliveryBehind(after)) return "shipping";
  return isLowestInWords(before, after) ? "lowest-30-days" : null;
}

/** A price with tax is at most this many times the one without: the highest rate is 27 % (Hungary). */
export const maxTaxFactor = 1.35;

const dash = /\s*(?<!\p{L}|\d[.,]?\s?)[-−]\s*:?\s*$/u;

/** Whether a dash before an amount subtracts it; behind a word, it only separates the two: `Large - $49`. */
function isMinus(before: string): boolean {
  const at = before.search(dash);
  const rest = before.slice(0, Math.max(0, at));
  return at >= 0 && (endsInAmount(rest) || !/\p{L}$/u.test(rest));
}

/** Whether the words beside an amount say that it is saved. */
export function isSaving(line: string, after: string): boolean {
  const before = withoutMark(line);
  return (
    isMinus(before) ||
    labelBefore(before).roles[0] === "saving" ||
    (labelBehind(after).roles[0] === "off" && !/^\s*\W?\s*\d/u.test(after))
  );
}

function rulesIn(table: Partial<Record<PriceRole, Readonly<Record<string, string>>>>): Rule[] {
  return Object.entries(table).map(([role, patterns]) => [
    role as PriceRole,
    new RegExp(Object.values(patterns).join("|"), "iu"),
  ]);
}

/** Before an amount, signs and figures that say what it is, the nearest last; and behind it. */
const signsBefore = rulesIn(signs.before);
const signsBehind: readonly Rule[] = [
  // For some shoppers: `$179 FIRST`, `$179 Pro price`.
  ["other", /^\s*(?:FIRST|PRO|PLUS|VIP|PRIME|PERKS|CLUB)(?!\p{L})/u],
  ...rulesIn(signs.behind),
];

/** Without a sign or code that belongs to the amount behind it; behind cents, it is that of the amount before. */
function withoutMark(line: string): string {
  const [mark = "", code] = /\s*(?<![.,]\d{2}\s*)(?:\p{Sc}|(?<![\p{L}])([A-Z]{3}))\s*$/u.exec(line) ?? [];
  return code === undefined || currencyOfCode(code) !== null
    ? line.slice(0, line.length - mark.length)
    : line;
}

function firstOf(rules: readonly Rule[], text: string): PriceRole | null {
  return rules.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

function signBefore(before: string): PriceRole | null {
  return isMinus(before) ? "other" : firstOf(signsBefore, before);
}

const weakest: readonly WordedRole[] = ["net", "from", "now", "gross"];

function roleOfWord(role: WordRole): WordedRole {
  if (role === "former" || role === "usual" || role === "worth") return "old";
  if (role === "upward") return "from";
  return role === "net" || role === "gross" || role === "now" || role === "from" ? role : "other";
}

/** What a label calls an amount: `RRP incl. VAT` is a former price, `our price excl. VAT` is net. */
function roleOfLabel(roles: readonly WordRole[]): WordedRole | null {
  const all = roles.map(roleOfWord);
  return all.find((role) => !weakest.includes(role)) ?? weakest.find((role) => all.includes(role)) ?? null;
}

/** Conditions that a few other words may follow: `with code SPRING only`, `protection plan, 2 years:`. */
const loose: ReadonlySet<WordRole> = new Set<WordRole>([
  "code",
  "coupon",
  "app",
  "subscription",
  "tradeIn",
  "cashback",
  "service",
]);
const maxLooseWords = 6;

/** Whether the last words of a text name a condition. */
export function mentionsCondition(words: string): boolean {
  return mentionsBefore(words, loose, maxLooseWords);
}

/** Words that say nothing of an amount behind them. */
const behindOnly: ReadonlySet<WordRole> = new Set<WordRole>(["upward", "off", "credit", "worth"]);

/** The higher of two amounts is the former one and the one with tax, the lower one what is asked and the one without. */
function fits(role: WordRole, amount: number, neighbour: number): boolean {
  if (roleOfWord(role) === "old" || role === "gross") return amount > neighbour;
  return role === "net" || role === "now" || isCheaper(role) ? amount < neighbour : true;
}

/** With a condition, the price is the lower one. */
function isCheaper(role: WordRole): boolean {
  return conditions[role] !== undefined && role !== "tradeIn";
}

/** A label between two amounts may be about either, unless other words stand beside it: `with code SPRING`. */
function ownRoles(label: Label, amount: number | null, neighbour: number | undefined): readonly WordRole[] {
  if (neighbour === undefined || amount === null || label.hasColon) return label.roles;
  return label.roles.filter(
    (role) => (label.rest.length > 0 && !isCheaper(role)) || fits(role, amount, neighbour),
  );
}

/** What the label before an amount calls it, and the words to which that belongs. */
function readBefore(line: string, amount: number | null, hints: MoneyHints) {
  const before = withoutMark(line);
  const previous = findMarked(before, hints).at(-1);
  const words = before.slice(previous?.to ?? 0);
  const label = labelBefore(words);
  const roles = ownRoles(label, amount, previous?.amount).filter((role) => !behindOnly.has(role));
  return { label, roles, words };
}

function roleBefore(line: string, amount: number | null, hints: MoneyHints): WordedRole | null {
  const bySigns = signBefore(withoutMark(line));
  if (bySigns !== null) return bySigns;
  const { roles, words } = readBefore(line, amount, hints);
  const role = roleOfLabel(roles);
  // "With code SPRING now": not everybody pays that.
  const isOpen = role === null || role === "now";
  return isOpen && mentionsCondition(words) ? "other" : role;
}

const taxes: ReadonlySet<WordRole> = new Set<WordRole>(["net", "gross"]);
const payments: readonly WordRole[] = ["member", "fee", "instalment", "deposit", "total", "bid"];
const behind: ReadonlySet<WordRole> = new Set([...taxes, ...behindOnly, ...loose, ...payments]);
/** Roles whose labels may stand behind an amount even where another one follows: the two tell whose it is. */
const comparable: ReadonlySet<WordRole> = new Set<WordRole>([...taxes, "former", "usual", "worth"]);

/** Whether a slash leads to another price: ` / 129,90 лв.`, ` / RRP 2.240,00 €`. */
function leadsToPrice(after: string): boolean {
  const [slash] = /^[\s*]*\//.exec(after) ?? [];
  const [next] = slash === undefined ? [] : findMoney(after, noHints);
  if (slash === undefined || next?.isMarked !== true) return false;
  const words = after.slice(slash.length, next.from).trim();
  return words === "" || isLabel(words);
}

/** What an amount is paid for: ` / 100 g`, `a month`. Pieces and packs are what a shopper buys. */
function perWhat(after: string): "unit" | "time" | null {
  const tokens = tokensOf(after);
  const start = phraseOf(tokens, 0, "per");
  if (start === 0 || leadsToPrice(after)) return null;
  const at = tokens[start] === "#" ? start + 1 : start;
  if (phraseOf(tokens, at, "piece") > 0) return null;
  if (phraseOf(tokens, at, "time") > 0) return "time";
  const isUnit = phraseOf(tokens, at, "unit") > 0;
  return isUnit || (tokens[0] === "/" && /^\p{L}/u.test(tokens[at] ?? "")) ? "unit" : null;
}

/** Whether an amount is paid as often as something is delivered: `every 30 days`. One a month may be a rate. */
export function isRhythm(after: string): boolean {
  const tokens = tokensOf(after);
  return perWhat(after) === "time" && tokens[phraseOf(tokens, 0, "per")] === "#";
}

/** A reduction by nothing: ` Rabatt -0,00 €`. */
const noReduction = /^\D{0,30}[-−–]?\s?0(?:[.,]0{1,2})?(?![.,]?\d|\s?%)/u;

/** What a label behind an amount calls it; one that leads to the next amount is mostly that one's. */
function readBehind(after: string, amount: number | null, hints: MoneyHints) {
  const [next] = findMarked(after, hints);
  const words = noReduction.test(after) ? "" : after.slice(0, next?.from);
  const label = labelBehind(words);
  const isNexts = label.hasColon || (next !== undefined && (label.rest.length === 0 || /:\s*$/.test(words)));
  const roles = ownRoles(label, amount, next?.amount).filter((role) =>
    isNexts
      ? comparable.has(role) &&
        amount !== null &&
        !label.hasColon &&
        (next === undefined || fits(role, amount, next.amount))
      : behind.has(role) || (label.hasNoun && role === "former"),
  );
  return { label, roles };
}

function roleBehind(after: string, amount: number | null, hints: MoneyHints): WordedRole | null {
  const bySigns = firstOf(signsBehind, after);
  if (bySigns !== null) return bySigns;
  return perWhat(after) === null ? roleOfLabel(readBehind(after, amount, hints).roles) : "other";
}

/** The stronger of two opinions comes first. */
const strengths: readonly WordedRole[] = ["other", "old", ...weakest];

/** What the words around an amount call it; `null` where they say nothing. */
export function roleInWords(
  line: string,
  after: string,
  amount: number | null = null,
  hints: MoneyHints = noHints,
): WordedRole | null {
  if (line === "" && after === "") return null;
  if (purposeInWords(line, after) !== null) return "other";
  const said = [roleBehind(after, amount, hints), roleBefore(line, amount, hints)];
  return strengths.find((role) => said.includes(role)) ?? null;
}

/** What a price with a condition asks for, by the role of the words that say so. */
const conditions: Partial<Record<WordRole, ConditionKind>> = {
  coupon: "coupon",
  code: "code",
  member: "member",
  subscription: "subscription",
  tradeIn: "trade_in",
};
/** Roles that a conditional price may have besides: `member price today, incl. VAT`. */
const besideCondition: ReadonlySet<WordRole> = new Set<WordRole>(["now", "gross"]);

/** The roles of a label that says little else: "Memory card $9" is no price for members. */
function plainRoles({ roles, label }: { roles: readonly WordRole[]; label: Label }): readonly WordRole[] {
  const isPlain = label.rest.length === 0 || label.hasNoun || (label.hasColon && label.hasWords);
  return isPlain ? roles : roles.filter((role) => role !== "member");
}

/** With a code, a few other words may stand between: `with code SPRING only $79`. */
function looseRoles(words: string): readonly WordRole[] {
  const all: readonly WordRole[] = ["coupon", "code", "subscription"];
  return all.filter((role) => mentionsBefore(words, new Set([role]), maxLooseWords));
}

/**
 * The condition on which the words around an amount make it the price; `null` where they name none, or make it something
 * else as well: a saving, a fee, a rate, one of several prices.
 */
export function conditionInWords(
  line: string,
  after: string,
  amount: number,
  hints: MoneyHints,
): ConditionKind | null {
  if (line === "" && after === "") return null;
  const signs = signBefore(withoutMark(line)) ?? firstOf(signsBehind, after);
  if (signs !== null || perWhat(after) !== null || isSaving(line, after) || isRunningText(line)) return null;
  const before = readBefore(line, amount, hints);
  const roles = [...plainRoles(before), ...plainRoles(readBehind(after, amount, hints))];
  const all = before.roles.length > 0 ? roles : [...roles, ...looseRoles(before.words)];
  const stated = all.filter((role) => !besideCondition.has(role));
  const kinds = new Set(stated.map((role) => conditions[role] ?? null));
  // "Subscriber" may be a member, too.
  if (kinds.has("subscription")) kinds.delete("member");
  const [kind = null] = kinds;
  return kinds.size === 1 ? kind : null;
}

/** Whether the words around an amount make it a rate of a payment plan, or a bid. */
export function isRateOrBid(line: string, after: string): boolean {
  if (line === "" && after === "") return false;
  if (perWhat(after) === "time" || readBehind(after, null, noHints).roles[0] === "instalment") return true;
  const [role] = labelBefore(withoutMark(line)).roles;
  return role === "bid" || role === "instalment";
}

/** Whether a label calls an amount the regular price, which is asked where no other one is shown. */
export function isUsualLabel(line: string): boolean {
  const { roles } = labelBefore(withoutMark(line));
  return roles.includes("usual") && !roles.includes("former");
}

/** Words of a line before the label at its end, at most. */
const maxLeadingWords = 2;
const minSentence = 45;

/** Whether a line says little but what the amount on the next line is. */
function isPriceLabel(line: string): boolean {
  const { roles, rest } = labelBefore(line);
  return roles.length > 0 && rest.length <= maxLeadingWords;
}

/** Longer is a sentence of its own. */
const maxLabelLength = 24;
/** "Subscribe & save 15%" names a price; other figures may be one. */
const percentage = /(?<!\d)\d{1,2} ?%/;

/** `$64.90 RRP:`: a label for the amount below, behind another one. */
function labelBehindAmount(line: string): string {
  const words = line.slice(findMarked(line).at(-1)?.to ?? line.length);
  return words.endsWith(":") && isLabel(words) ? words.trim() : "";
}

/** A line above an amount, where it names something: the head of a row, a label above its value, `12 payments of`. Else nothing. */
export function labelOfLine(line: string): string {
  if (!/\p{L}/u.test(line)) return "";
  if (/\d/.test(line.replace(percentage, ""))) {
    const isOf30Days = isLowest30Days(line) && line.replace(/\D/g, "") === "30";
    const isRate = /^\D{0,12}\d{1,2}\D+$/u.test(line) && labelBefore(line).roles[0] === "instalment";
    return isOf30Days || isRate ? line : labelBehindAmount(line);
  }
  return line.length <= maxLabelLength || isPriceLabel(line) || freeDeliveryFrom.test(line) ? line : "";
}

const comparableLines: ReadonlySet<WordRole> = new Set<WordRole>([...comparable, "now"]);

function isLabelOf(kinds: ReadonlySet<WordRole>, line: string): boolean {
  const { roles, rest } = labelBefore(line);
  return roles.length > 0 && rest.length === 0 && roles.every((role) => kinds.has(role));
}

/** Whether a line says nothing but whether the amount above or below it includes tax. */
export function isTaxLabel(line: string): boolean {
  return isLabelOf(taxes, line);
}

/** Whether the amounts above and below a line tell which of them it is about. */
export function isComparableLabel(line: string): boolean {
  return isLabelOf(comparableLines, line);
}

/** Whether a label says that the amount behind it is a price, though not which. */
export function namesPrice(line: string): boolean {
  const { hasNoun, rest } = labelBefore(line);
  return hasNoun && rest.length === 0;
}

/** Whether a text says nothing but what the amount behind it is. */
export function isLabel(line: string): boolean {
  return saysOnlyLabel(labelBefore(line));
}

function saysOnlyLabel({ roles, hasNoun, rest }: Label): boolean {
  return rest.length === 0 && (hasNoun || roles.length > 0);
}

/** Whether the words before an amount are a sentence; a label may be as long. */
export function isRunningText(line: string): boolean {
  if (line.length < minSentence) return false;
  const words = behindAmounts(line);
  return words.length >= minSentence && labelBefore(words).rest.length > 0;
}

/** The words beside an amount, without those that only say what it or one of its neighbours is. */
export function withoutLabels(text: string): string {
  if (text === "") return "";
  const amounts = findMarked(text);
  const parts = amounts.map(({ from }, i) => text.slice(amounts[i - 1]?.to ?? 0, from));
  return [...parts, behindAmounts(text)]
    .filter((part) => !saysOnlyLabel(labelBefore(part)) && !saysOnlyLabel(labelBehind(part)))
    .join(" ");
}

/** Whether the words right before an amount call it a total. */
export function isSumLabel(line: string): boolean {
  return line !== "" && consistsOf(behindAmounts(withoutMark(line)), "sum");
}

/** Whether a text says nothing but that the price has to be asked for. */
export function isPriceOnRequest(text: string): boolean {
  return consistsOf(text, "onRequest");
}

/** Longer ones speak of more. */
const maxHiddenLine = 120;

/** Whether a line says that the price is shown to some, such as those with an account. */
export function isPriceHidden(line: string): boolean {
  return line.length <= maxHiddenLine && tiesPriceTo(line, "hidden");
}
