import { app } from "electron";
import { readerOf } from "../../shared/texts/language.js";
import type { Settings } from "../settings/settings.js";
import { type Speech, speakTo } from "./speech.js";

/** Uses the language from the settings, or the system's. */
export function setupLanguage(settings: Settings): Speech {
  return speakTo(() => readerOf(settings.get().language, app.getPreferredSystemLanguages()));
}

/** Command-line arguments for the preload script, because the page needs its language before it draws. */
export function languageArguments(settings: Settings): string[] {
  return [
    `--tidemark-language=${settings.get().language}`,
    `--tidemark-system-languages=${app.getPreferredSystemLanguages().join(",")}`,
  ];
}
