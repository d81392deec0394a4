import type { StatedCondition } from "../app/pages.js";
import type { PaidFields } from "../app/paying.js";
import type { ReasonClause, ReasonClauses, ReasonHead } from "../app/reasons.js";
import type { PriceStatistics, VerdictFact } from "../app/statistics.js";
import { assertNever } from "../assert-never.js";
import type { Texts } from "./texts.js";

/** What to call the shop with a host: `shop.example` → `Example`. */
export type ShopNamer = (host: string) => string;

/** How a sentence writes its figures: the window with the formats of the reader's language, the engine with its own. */
export interface SentenceFormats {
  readonly money: (amount: number, currency: string) => string;
  /** Of a whole number that is not negative. */
  readonly percent: (value: number) => string;
  /** The day of an instant, `2026-03-03T09:00:00.000Z`; the year may be left out where it is this one. */
  readonly date: (iso: string) => string;
  /** A calendar's day, `2026-12-12`; the year may be left out where it is this one. */
  readonly day: (day: string) => string;
  /** By default, shops are called by their hosts. */
  readonly shop?: ShopNamer;
}

/** `2026-12-12` → `Dec 12`, with the year unless it is the present one. */
export function formatDayWithin(day: string, locale: string): string {
  const year = day.startsWith(String(new Date().getFullYear())) ? undefined : "numeric";
  const format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year, timeZone: "UTC" });
  return format.format(new Date(day));
}

/** `A-` with a real minus sign. */
export function gradeText(grade: string): string {
  return grade.replace("-", "−");
}

const byHost = (host: string) => host;

type ReasonTexts = Texts["reasons"];
type VerdictTexts = ReasonTexts["verdict"];
type Money = (amount: number) => string;
type FactOf<Kind extends VerdictFact["kind"]> = Extract<VerdictFact, { kind: Kind }>;

/** Why a price is not the page's: `with your membership, shipping included`; empty if it is. */
export function paidWords({ paid_with: kind, shipping }: PaidFields, texts: VerdictTexts["paid"]): string {
  return [kind === undefined ? "" : texts[kind], shipping === undefined ? "" : texts.shipping]
    .filter((words) => words !== "")
    .join(", ");
}

/** `for members (“Prime”)`: who pays a price that a page states for some shoppers. */
export function conditionWords(
  { kind, is_named: isNamed, words }: StatedCondition,
  { withCondition, inWords }: Texts["offers"],
): string {
  return isNamed ? inWords(withCondition[kind], words) : withCondition[kind];
}

/** `$79.99 with your membership`, `$84.98, shipping included`. */
export function paidText(price: string, paid: PaidFields, texts: VerdictTexts["paid"]): string {
  const words = paidWords(paid, texts);
  if (words === "") return price;
  return paid.paid_with === undefined ? `${price}, ${words}` : `${price} ${words}`;
}

function headText(head: ReasonHead, texts: ReasonTexts, { money, shop = byHost }: SentenceFormats): string {
  const retailer = head.retailer === null ? null : shop(head.retailer);
  switch (head.kind) {
    case "price": {
      const price = paidText(money(head.price, head.currency), head, texts.verdict.paid);
      return retailer === null ? price : texts.priceAt(price, retailer);
    }
    case "back_in_stock": {
      const price = paidText(money(head.price, head.currency), head, texts.verdict.paid);
      return retailer === null ? texts.backInStock(price) : texts.backInStockAt(price, retailer);
    }
    case "in_stock": {
      const price = paidText(money(head.price, head.currency), head, texts.verdict.paid);
      return retailer === null ? texts.inStock(price) : texts.inStockAt(price, retailer);
    }
    case "out_of_stock":
      return retailer === null ? texts.outOfStock : texts.outOfStockAt(retailer);
    case "checks_failing":
      return texts.checksFailing(
        head.failures,
        shop(head.retailer),
        texts.problem(head.outcome, head.detail),
      );
    case "checks_recovered":
      return texts.checksRecovered(shop(head.retailer));
    default:
      return assertNever(head);
  }
}

function clauseText(clause: ReasonClause, texts: ReasonTexts, formats: SentenceFormats): string {
  const { money, percent, date, day, shop = byHost } = formats;
  switch (clause.kind) {
    case "target": {
      const price = money(clause.price, clause.currency);
      return clause.is_under ? texts.underTarget(price) : texts.atTarget(price);
    }
    case "was": {
      if (clause.is_elsewhere === true || clause.percent === 0)
        return texts.bestBefore(money(clause.price, clause.currency));
      const say = clause.percent >= 0 ? texts.fell : texts.rose;
      return say(money(clause.price, clause.currency), percent(Math.abs(clause.percent)));
    }
    case "under_median30":
      return texts.underMedian30(percent(clause.percent));
    case "under_highest":
      return texts.underHighest(percent(clause.percent), money(clause.price, clause.currency));
    case "lowest_ever":
      return texts.lowestEver;
    case "lowest_since":
      return texts.lowestSince(date(clause.at));
    case "lowest_in_days":
      return texts.lowestInDays(clause.days);
    case "lowest_so_far":
      return texts.lowestSoFar;
    case "cheaper_at":
      return texts.cheaperAt(money(clause.price, clause.currency), shop(clause.retailer));
    case "next_best_at":
      return texts.nextBestAt(money(clause.price, clause.currency), shop(clause.retailer));
    case "less_than_paid":
      return texts.lessThanPaid(money(clause.amount, clause.currency), day(clause.return_until));
    default:
      return assertNever(clause);
  }
}

/** Why something is in the inbox, in one sentence without a full stop. */
export function reasonSentence(
  { head, clauses }: ReasonClauses,
  texts: ReasonTexts,
  formats: SentenceFormats,
): string {
  const said = clauses.map((clause) => clauseText(clause, texts, formats));
  const condition = "condition" in head && head.condition ? `${texts.conditions[head.condition]}: ` : "";
  return [`${condition}${headText(head, texts, formats)}`, ...said].join(", ");
}

function againstMedian(
  { days, median, percent }: FactOf<"against_median">,
  texts: VerdictTexts,
  money: Money,
  formats: SentenceFormats,
): string {
  if (percent === 0) return texts.atMedian(days, money(median));
  const say = percent > 0 ? texts.underMedian : texts.overMedian;
  return say(days, formats.percent(Math.abs(percent)), money(median));
}

function rangeText({ low, high }: FactOf<"copies">, money: Money) {
  return { low: money(low), high: low === high ? null : money(high) };
}

/** What a fact says in a sentence of its own; `null` if other sentences contain it. */
function factSentence(
  fact: VerdictFact,
  texts: VerdictTexts,
  money: Money,
  { percent }: SentenceFormats,
): string | null {
  switch (fact.kind) {
    case "lowest_was":
      return texts.lowestWas(money(fact.price), fact.is_over_a_year_ago);
    case "not_cheaper":
      return texts.notCheaper(fact.days);
    case "not_dearer":
      return texts.notDearer(fact.days);
    case "cheaper_than":
      return texts.cheaperThan(percent(fact.percent), fact.days);
    case "dearer_than":
      return texts.dearerThan(percent(fact.percent), fact.days);
    case "copies":
      return texts.copies(rangeText(fact, money), fact.cheaper, fact.copies, fact.since);
    case "price":
    case "bought":
    case "against_median":
    case "steady":
    case "thin":
    case "no_price":
      return null;
    default:
      return assertNever(fact);
  }
}

/** What is said of a history too short or too still for a comparison; `null` for others. */
function startSentence(
  facts: readonly VerdictFact[],
  texts: VerdictTexts,
  price: string,
  hasCopies: boolean,
): string | null {
  const steady = facts.find((fact) => fact.kind === "steady");
  if (steady !== undefined) return texts.steady(steady.days, price);
  const thin = facts.find((fact) => fact.kind === "thin");
  if (thin === undefined) return null;
  if (hasCopies) return texts.now(price);
  return thin.days < 1 ? texts.lessThanADay(price) : texts.thin(thin.days, price);
}

/** What the price is against the one paid; without a comparison across currencies. */
function againstPaid(
  bought: FactOf<"bought">,
  now: FactOf<"price">,
  texts: VerdictTexts,
  { money }: SentenceFormats,
): string {
  const price = paidText(money(now.price, now.currency), now, texts.paid);
  if (now.currency !== bought.currency) return texts.now(price);
  const difference = money(Math.abs(now.price - bought.price), now.currency);
  if (now.price === bought.price) return texts.nowSame(price);
  return now.price < bought.price ? texts.nowLess(price, difference) : texts.nowMore(price, difference);
}

/** What was paid, what it costs now, and until when it can be returned. */
function boughtSentence(
  bought: FactOf<"bought">,
  now: FactOf<"price"> | undefined,
  texts: VerdictTexts,
  formats: SentenceFormats,
): string {
  const { price, currency, on, return_until: until } = bought;
  return [
    texts.paidOn(formats.money(price, currency), formats.day(on)),
    now === undefined ? texts.noPrice : againstPaid(bought, now, texts, formats),
    ...(until === null ? [] : [texts.returnUntil(formats.day(until))]),
  ].join(" ");
}

/** Why a price is good or not, with the figures; of what was bought, how it compares with the price paid. */
export function verdictSentence(
  facts: readonly VerdictFact[],
  texts: VerdictTexts,
  formats: SentenceFormats,
): string {
  const now = facts.find((fact) => fact.kind === "price");
  const bought = facts.find((fact) => fact.kind === "bought");
  if (bought !== undefined) return boughtSentence(bought, now, texts, formats);
  if (now === undefined) return texts.noPrice;
  const money: Money = (amount) => formats.money(amount, now.currency);
  const price = paidText(money(now.price), now, texts.paid);
  const more = facts.flatMap((fact) => factSentence(fact, texts, money, formats) ?? []);
  const start = startSentence(facts, texts, price, more.length > 0);
  if (start !== null) return [start, ...more].join(" ");
  const medians = facts.filter((fact) => fact.kind === "against_median");
  const compared = medians.map((fact) => againstMedian(fact, texts, money, formats)).join(texts.and);
  return [texts.is(price, compared), ...more].join(" ");
}

/** Where the price is among older ones of single days; `null` without any. */
function byCopies(facts: readonly VerdictFact[], texts: Texts["verdict"]["byCopies"]): string | null {
  const now = facts.find((fact) => fact.kind === "price");
  const copies = facts.find((fact) => fact.kind === "copies");
  if (now === undefined || copies === undefined) return null;
  const [isLow, isHigh] = [now.price <= copies.low, now.price >= copies.high];
  if (isLow && isHigh) return texts.same;
  if (isLow) return texts.low;
  return isHigh ? texts.high : texts.between;
}

/** The verdict in a few words. */
export function verdictHeadline(
  { kind, target, facts }: Pick<PriceStatistics["verdict"], "kind" | "target" | "facts">,
  texts: Pick<Texts["verdict"], "kinds" | "atTarget" | "belowTarget" | "byCopies">,
  money: SentenceFormats["money"],
): string {
  if (kind !== "target")
    return (kind === "thin" ? byCopies(facts, texts.byCopies) : null) ?? texts.kinds[kind];
  const now = facts.find((fact) => fact.kind === "price");
  if (now === undefined || target === null) return texts.kinds.none;
  const say = now.price < target ? texts.belowTarget : texts.atTarget;
  return say(money(target, now.currency));
}
