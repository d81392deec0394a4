import { create } from "zustand";
import type { Reader } from "../../shared/texts/language.js";
import { loadTexts } from "../../shared/texts/load.js";
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
