import { app } from "electron";
import type { AlertWords } from "../../shared/texts/alert-notices.js";
import { alertWords, formatAmount, shellTextsByLanguage } from "../../shared/texts/alert-words.js";
import { type Reader, readerOf } from "../../shared/texts/language.js";
import type { ShopNamer } from "../../shared/texts/sentences.js";
import type { Texts } from "../../shared/texts/texts.js";
import type { Settings } from "../settings/settings.js";

export type ShellTexts = Texts["shell"];

/**
 * The texts of menus, the tray and notifications, in the current language. Do not cache them: the user may change it.
 */
export interface ShellTextSource {
  readonly current: () => ShellTexts;
  /** `109, "USD"` → `$109.00`; without a currency `109`. */
  readonly formatAmount: (amount: number, currency: string | null) => string;
  readonly alertWords: (shop: ShopNamer) => AlertWords;
}

export function createShellTexts(reader: () => Reader): ShellTextSource {
  return {
    current: () => shellTextsByLanguage[reader().language],
    formatAmount: (amount, currency) => formatAmount(amount, currency, reader().locale),
    alertWords: (shop) => alertWords(reader(), shop),
  };
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
