import * as en from "../../shared/texts/en/index.js";
import type { Reader } from "../../shared/texts/language.js";
import type { Texts } from "../../shared/texts/texts.js";

let reader: Reader = { language: "en", locale: "en-US" };
let current: Texts = en;

/** The texts in the reader's language. Call it at each use, because the language may change. */
export function texts(): Texts {
  return current;
}

/** The locale for dates, numbers and money. */
export function locale(): string {
  return reader.locale;
}

export function speakTo(next: Reader, nextTexts: Texts): void {
  reader = next;
  current = nextTexts;
}
