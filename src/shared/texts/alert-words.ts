import type { ReasonClauses } from "../app/reasons.js";
import type { AlertWords } from "./alert-notices.js";
import { shell as germanShell } from "./de/app.js";
import { reasons as germanReasons } from "./de/reasons.js";
import { shell as englishShell } from "./en/app.js";
import { reasons as englishReasons } from "./en/reasons.js";
import type { Language, Reader } from "./language.js";
import { formatDayWithin, reasonSentence, type ShopNamer } from "./sentences.js";
import type { Texts } from "./texts.js";

export const shellTextsByLanguage: Record<Language, Texts["shell"]> = { en: englishShell, de: germanShell };
const reasonsByLanguage: Record<Language, Texts["reasons"]> = { en: englishReasons, de: germanReasons };

/** `109, "USD"` → `$109.00`; without a currency `109`. A currency that is not an ISO code follows the amount. */
export function formatAmount(amount: number, currency: string | null, locale: string): string {
  const cents = { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 };
  if (currency === null) return new Intl.NumberFormat(locale, cents).format(amount);
  if (!/^[A-Z]{3}$/i.test(currency))
    return `${new Intl.NumberFormat(locale, cents).format(amount)} ${currency}`;
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount);
}

function formatReason(clauses: ReasonClauses, { language, locale }: Reader, shop: ShopNamer): string {
  return reasonSentence(clauses, reasonsByLanguage[language], {
    money: (amount, currency) => formatAmount(amount, currency, locale),
    percent: (value) => new Intl.NumberFormat(locale, { style: "percent" }).format(value / 100),
    date: (iso) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(iso)),
    day: (day) => formatDayWithin(day, locale),
    shop,
  });
}

/** The texts and formats of notices, for programs that hold both languages: the main process and the engine. */
export function alertWords(reader: Reader, shop: ShopNamer): AlertWords {
  return {
    texts: shellTextsByLanguage[reader.language],
    formatReason: ({ clauses, reason }) => (clauses === null ? reason : formatReason(clauses, reader, shop)),
  };
}
