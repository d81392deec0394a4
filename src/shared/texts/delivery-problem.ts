import { deliveryProblems as english } from "./en/delivery-problems.js";
import type { Texts } from "./texts.js";

type Words = string | ((part: string) => string);

/** The part of a text that its function would have put into `stored`; undefined if it is another text. */
function partIn(stored: string, words: (part: string) => string): string | undefined {
  const [start = "", end = ""] = words("\0").split("\0");
  const isSame =
    stored.startsWith(start) && stored.endsWith(end) && stored.length > start.length + end.length;
  return isSame ? stored.slice(start.length, stored.length - end.length) : undefined;
}

/** An English sentence of `deliveryProblems`, as it was stored, in the language of `said`; any other text as it is. */
export function translateStored(stored: string, said: Texts["deliveryProblems"]): string {
  for (const [key, words] of Object.entries<Words>(english)) {
    const part = typeof words === "string" ? undefined : partIn(stored, words);
    const translated: Words = said[key as keyof typeof said];
    if (words === stored && typeof translated === "string") return translated;
    if (part !== undefined && typeof translated === "function") return translated(part);
  }
  return stored;
}
