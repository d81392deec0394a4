import type { VerdictFact } from "../app/statistics.js";
import { assertNever } from "../assert-never.js";
import type { SentenceFormats } from "./sentence-formats.js";
import type { Texts } from "./texts.js";

type VerdictTexts = Texts["reasons"]["verdict"];
type Money = (amount: number) => string;

function againstMedian(
  { days, median, percent }: Extract<VerdictFact, { kind: "against_median" }>,
  texts: VerdictTexts,
  money: Money,
  formats: SentenceFormats,
): string {
  if (percent === 0) return texts.atMedian(days, money(median));
  const say = percent > 0 ? texts.underMedian : texts.overMedian;
  return say(days, formats.percent(Math.abs(percent)), money(median));
}

/** What a fact says of the price; `null` where it makes a sentence of its own. */
function factText(
  fact: VerdictFact,
  texts: VerdictTexts,
  money: Money,
  formats: SentenceFormats,
): string | null {
  switch (fact.kind) {
    case "against_median":
      return againstMedian(fact, texts, money, formats);
    case "lowest_so_far":
      return texts.lowestSoFar;
    case "lowest_was":
      return texts.lowestWas(money(fact.price));
    case "price":
    case "thin":
    case "no_price":
      return null;
    default:
      return assertNever(fact);
  }
}

/** Whether a price is good, in one sentence with the figures. */
export function verdictSentence(
  facts: readonly VerdictFact[],
  texts: VerdictTexts,
  formats: SentenceFormats,
): string {
  const now = facts.find((fact) => fact.kind === "price");
  if (now === undefined) return texts.noPrice;
  const money: Money = (amount) => formats.money(amount, now.currency);
  const price = money(now.price);
  const thin = facts.find((fact) => fact.kind === "thin");
  if (thin !== undefined) return thin.days < 1 ? texts.lessThanADay(price) : texts.thin(thin.days, price);
  const said = facts.flatMap((fact) => factText(fact, texts, money, formats) ?? []);
  return texts.is(price, said.join("; "));
}
