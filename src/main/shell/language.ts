import { app } from "electron";
import { shell as german } from "../../shared/texts/de/shell.js";
import { shell as english } from "../../shared/texts/en/shell.js";
import { type Language, type Reader, readerOf } from "../../shared/texts/language.js";
import type { Texts } from "../../shared/texts/texts.js";
import type { Settings } from "../settings/settings.js";

export type ShellTexts = Texts["shell"];

const shellTexts: Record<Language, ShellTexts> = { en: english, de: german };

/** In which language menus, the tray and notifications speak; asked each time, for the shopper may change it. */
export interface Speech {
  readonly texts: () => ShellTexts;
  readonly reader: () => Reader;
}

export function setupLanguage(settings: Settings): Speech {
  const reader = () => readerOf(settings.get().language, systemLanguages());
  return { texts: () => shellTexts[reader().language], reader };
}

export function systemLanguages(): string[] {
  return app.getPreferredSystemLanguages();
}

/** What the page must know before it draws its first word (preload/index.ts). */
export function languageArguments(settings: Settings): string[] {
  return [
    `--tidemark-language=${settings.get().language}`,
    `--tidemark-system-languages=${systemLanguages().join(",")}`,
  ];
}
