import { en } from "../../shared/texts/en/index.js";
import type { Reader } from "../../shared/texts/language.js";
import type { Texts } from "../../shared/texts/texts.js";

let reader: Reader = { language: "en", locale: "en-US" };
let current: Texts = en;

/**
 * The texts in the reader's language. Ask whenever a text is shown, never once for all: the window is drawn anew when
 * the language changes.
 */
export function texts(): Texts {
  return current;
}

/** By which dates, numbers and money are formatted. */
export function locale(): string {
  return reader.locale;
}

export function speakTo(next: Reader, nextTexts: Texts): void {
  reader = next;
  current = nextTexts;
}
