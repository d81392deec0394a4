import { en } from "./en/index.js";
import type { Language } from "./language.js";
import type { Texts } from "./texts.js";

/** English is always there; another language is read when it is wanted. */
export async function loadTexts(language: Language): Promise<Texts> {
  if (language === "de") return (await import("./de/index.js")).de;
  return en;
}
