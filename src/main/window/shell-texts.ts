import { app } from "electron";
import type { InboxEntry } from "../../shared/app/alerts.js";
import type { ReasonClauses } from "../../shared/app/reasons.js";
import { shell as germanShell } from "../../shared/texts/de/app.js";
import { reasons as germanReasons } from "../../shared/texts/de/reasons.js";
import { shell as englishShell } from "../../shared/texts/en/app.js";
import { reasons as englishReasons } from "../../shared/texts/en/reasons.js";
import type { Language, Reader } from "../../shared/texts/language.js";
import { readerOf } from "../../shared/texts/language.js";
import { reasonSentence } from "../../shared/texts/sentences.js";
import type { Texts } from "../../shared/texts/texts.js";
import type { Settings } from "../settings/settings.js";

export type ShellTexts = Texts["shell"];

const textsByLanguage: Record<Language, ShellTexts> = { en: englishShell, de: germanShell };
const reasonsByLanguage: Record<Language, Texts["reasons"]> = { en: englishReasons, de: germanReasons };

/**
 * The texts of menus, the tray and notifications, in the current language. Do not cache them: the user may change it.
 */
export interface ShellTextSource {
  readonly current: () => ShellTexts;
  /** `109, "USD"` → `$109.00`; without a currency `109`. */
  readonly formatAmount: (amount: number, currency: string | null) => string;
  /** The reason for an alert, in one sentence; null if unknown. */
  readonly formatReason: (entry: Pick<InboxEntry, "clauses" | "reason">) => string | null;
}

export function createShellTexts(reader: () => Reader): ShellTextSource {
  return {
    current: () => textsByLanguage[reader().language],
    formatAmount: (amount, currency) => formatAmount(amount, currency, reader().locale),
    formatReason: ({ clauses, reason }) => (clauses === null ? reason : formatReason(clauses, reader())),
  };
}

function formatAmount(amount: number, currency: string | null, locale: string): string {
  const cents = { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 };
  const options = currency === null ? cents : ({ style: "currency", currency } as const);
  return new Intl.NumberFormat(locale, options).format(amount);
}

function formatReason(clauses: ReasonClauses, { language, locale }: Reader): string {
  return reasonSentence(clauses, reasonsByLanguage[language], {
    money: (amount, currency) => formatAmount(amount, currency, locale),
    percent: (value) => new Intl.NumberFormat(locale, { style: "percent" }).format(value / 100),
    date: (iso) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(iso)),
  });
}

/** Uses the language from the settings, or the system's. */
export function setupShellTexts(settings: Settings): ShellTextSource {
  return createShellTexts(() => readerOf(settings.get().language, app.getPreferredSystemLanguages()));
}

/** Command-line arguments for the preload script, because the page needs its language before it draws. */
export function languageArguments(settings: Settings): string[] {
  return [
    `--tidemark-language=${settings.get().language}`,
    `--tidemark-system-languages=${app.getPreferredSystemLanguages().join(",")}`,
  ];
}
