import { endsInAmount } from "../amounts/money.js";

const raisedDigit = /[⁰¹²³⁴-⁹]/;
/** Two raised digits may be cents. */
const raisedMarks = /(?<![⁰¹²³⁴-⁹])[⁰¹²³⁴-⁹]⁾?(?:,[⁰¹²³⁴-⁹]⁾?)*(?![⁰¹²³⁴-⁹])/g;

/** Leaves out raised digits that refer from an amount, at the end of `before` or in the text, to a footnote. */
export function withoutFootnotes(text: string, before: string): string {
  if (!raisedDigit.test(text)) return text;
  return text.replace(raisedMarks, (mark, at: number) =>
    endsInAmount(at === 0 ? before : text.slice(0, at)) ? "" : mark,
  );
}

const marks = /^\s*(?:\d\)?(?:[\s,/;]+\d\)?)*|[*†‡§]+)\s*$/;
const longMarks = /^\s*\d{2}\)?\s*$/;

/** Whether a raised text behind an amount refers to a footnote: two digits are cents, unless the amount has some. */
export function isFootnote(raised: string, amount: string): boolean {
  return (
    marks.test(raised) || (longMarks.test(raised) && /(?:[.,]|\^)\d{2}\s?(?:\p{Sc}|\p{L}+)?$/u.test(amount))
  );
}
