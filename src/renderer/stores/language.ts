import { create } from "zustand";
import { en } from "../../shared/texts/en/index.js";
import type { Language, Reader } from "../../shared/texts/language.js";
import type { Texts } from "../../shared/texts/texts.js";
import { speakTo } from "../lib/texts.js";

/** In whose language the window is drawn; it is drawn anew when that changes. */
export const useReader = create<Reader>(() => ({ language: "en", locale: "en-US" }));

/** Of two choices in a row, the later one counts, whichever catalogue arrives first. */
let wanted: Reader | null = null;

export async function readAs(reader: Reader): Promise<void> {
  wanted = reader;
  const texts = await loadTexts(reader.language);
  if (wanted !== reader) return;
  speakTo(reader, texts);
  document.documentElement.lang = reader.language;
  useReader.setState(reader);
}

/** English is always there; another language is read when it is wanted. */
async function loadTexts(language: Language): Promise<Texts> {
  if (language === "de") return (await import("../../shared/texts/de/index.js")).de;
  return en;
}
