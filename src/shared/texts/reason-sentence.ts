import type { ReasonClause, ReasonClauses, ReasonHead } from "../app/reasons.js";
import { assertNever } from "../assert-never.js";
import type { SentenceFormats } from "./sentence-formats.js";
import type { Texts } from "./texts.js";

type ReasonTexts = Texts["reasons"];

function headText(head: ReasonHead, texts: ReasonTexts, { money }: SentenceFormats): string {
  const { retailer } = head;
  switch (head.kind) {
    case "price": {
      const price = money(head.price, head.currency);
      return retailer === null ? price : texts.priceAt(price, retailer);
    }
    case "back_in_stock": {
      const price = money(head.price, head.currency);
      return retailer === null ? texts.backInStock(price) : texts.backInStockAt(price, retailer);
    }
    case "out_of_stock":
      return retailer === null ? texts.outOfStock : texts.outOfStockAt(retailer);
    case "checks_failing":
      return texts.checksFailing(head.failures, head.retailer, texts.problem(head.outcome, head.detail));
    case "checks_recovered":
      return texts.checksRecovered(head.retailer);
    default:
      return assertNever(head);
  }
}

function clauseText(clause: ReasonClause, texts: ReasonTexts, formats: SentenceFormats): string {
  const { money, percent, date } = formats;
  switch (clause.kind) {
    case "target": {
      const price = money(clause.price, clause.currency);
      return clause.is_under ? texts.underTarget(price) : texts.atTarget(price);
    }
    case "was": {
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
  return [headText(head, texts, formats), ...said].join(", ");
}
