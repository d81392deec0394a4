import { create } from "zustand";
import * as en from "../../shared/texts/en/index.js";
import type { Language, Reader } from "../../shared/texts/language.js";
import type { Texts } from "../../shared/texts/texts.js";
import { speakTo } from "../lib/texts.js";
import { dismissPassing } from "./notices.js";

/** The window's language. A change remounts everything. */
export const useReader = create<Reader>(() => ({ language: "en", locale: "en-US" }));

/** The later of two choices wins, whichever catalogue loads first. */
let wanted: Reader | null = null;

export async function readAs(reader: Reader): Promise<void> {
  wanted = reader;
  const texts = await loadTexts(reader.language);
  if (wanted !== reader) return;
  speakTo(reader, texts);
  document.documentElement.lang = reader.language;
  if (reader.language !== useReader.getState().language) dismissPassing();
  useReader.setState(reader);
}

/** English is bundled; other languages load on demand. */
async function loadTexts(language: Language): Promise<Texts> {
  return language === "de" ? await import("../../shared/texts/de/index.js") : en;
}
