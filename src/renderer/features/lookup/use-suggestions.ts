import { useEffect, useState } from "react";
import type { Product } from "../../../shared/contract/product.js";
import { kindOfText } from "../../lib/identifier.js";
import { ask } from "../../stores/call-engine.js";
import { keepSuggestions, knownSuggestions } from "../../stores/suggestions.js";

/** Every product returned costs a credit: ask after a pause, for few, and never twice for the same words. */
const pauseMs = 400;
const lettersMin = 3;
const suggestionsMax = 5;

const none: readonly Product[] = [];

function isWorthAsking(words: string): boolean {
  return words.length >= lettersMin && kindOfText(words) === "words";
}

/** Products for the words typed so far. A link, barcode or ASIN is looked up on Enter, so it is never asked for. */
export function useSuggestions(text: string, isOpen: boolean): readonly Product[] {
  const words = text.trim().toLowerCase();
  const [answer, setAnswer] = useState<{ words: string; products: readonly Product[] } | null>(null);
  useEffect(() => {
    if (!isOpen || !isWorthAsking(words) || knownSuggestions(words)) return;
    let isStale = false;
    const timer = setTimeout(async () => {
      const result = await ask("products.search", {
        q: words,
        limit: suggestionsMax,
        local_only: true,
      });
      const products = result.ok ? result.data.data : none;
      if (result.ok) keepSuggestions(words, products);
      if (!isStale) setAnswer({ words, products });
    }, pauseMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [words, isOpen]);
  if (!isOpen || !isWorthAsking(words)) return none;
  return knownSuggestions(words) ?? (answer?.words === words ? answer.products : none);
}
