import { app } from "electron";
import { readerOf } from "../../shared/texts/language.js";
import type { Settings } from "../settings/settings.js";
import { createShellTexts, type ShellTextSource } from "./speech.js";

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
