import type { InboxEntry } from "../../shared/app/alerts.js";
import type { ReasonClauses } from "../../shared/app/reasons.js";
import { reasons as germanReasons } from "../../shared/texts/de/reasons.js";
import { shell as germanShell } from "../../shared/texts/de/shell.js";
import { reasons as englishReasons } from "../../shared/texts/en/reasons.js";
import { shell as englishShell } from "../../shared/texts/en/shell.js";
import type { Language, Reader } from "../../shared/texts/language.js";
import { reasonSentence } from "../../shared/texts/reason-sentence.js";
import type { Texts } from "../../shared/texts/texts.js";

export type ShellTexts = Texts["shell"];

const shellTexts: Record<Language, ShellTexts> = { en: englishShell, de: germanShell };
const reasonTexts: Record<Language, Texts["reasons"]> = { en: englishReasons, de: germanReasons };

/** The texts of menus, the tray and notifications, in the current language. Do not cache them: the user may change it. */
export interface Speech {
  readonly texts: () => ShellTexts;
  /** The reason for an alert, in one sentence; null if unknown. */
  readonly reason: (entry: Pick<InboxEntry, "clauses" | "reason">) => string | null;
}

export function speakTo(reader: () => Reader): Speech {
  return {
    texts: () => shellTexts[reader().language],
    reason: ({ clauses, reason }) => (clauses === null ? reason : sentenceOf(clauses, reader())),
  };
}

function sentenceOf(clauses: ReasonClauses, { language, locale }: Reader): string {
  return reasonSentence(clauses, reasonTexts[language], {
    money: (amount, currency) =>
      new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount),
    percent: (value) => new Intl.NumberFormat(locale, { style: "percent" }).format(value / 100),
    date: (iso) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(iso)),
  });
}
