import { app } from "electron";
import { readerOf } from "../../shared/texts/language.js";
import type { Settings } from "../settings/settings.js";
import { type Speech, speakTo } from "./speech.js";

/** The language that the shopper chose, or the computer's. */
export function setupLanguage(settings: Settings): Speech {
  return speakTo(() => readerOf(settings.get().language, app.getPreferredSystemLanguages()));
}

/** What the page must know before it draws its first word (preload/index.ts). */
export function languageArguments(settings: Settings): string[] {
  return [
    `--tidemark-language=${settings.get().language}`,
    `--tidemark-system-languages=${app.getPreferredSystemLanguages().join(",")}`,
  ];
}
