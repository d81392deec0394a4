import { useEffect, useState } from "react";
import type { Product } from "../../../shared/contract/product.js";
import { kindOfText } from "../../lib/identifier.js";
import { typingPauseMs } from "../../lib/throttle.js";
import { ask } from "../../stores/call-engine.js";

/** Words that are found nowhere may only be unfinished. */
const misspeltMs = 300;
const minLetters = 2;
const maxSuggestions = 5;

const none: readonly Product[] = [];

function isWorthAsking(words: string): boolean {
  return words.length >= minLetters && kindOfText(words) === "words";
}

/**
 * Products for the typed words, or for what they were probably meant to be. Links, barcodes and ASINs are looked up on Enter only. The previous suggestions stay
 * until new ones arrive, so that the list does not flicker.
 */
export function useSuggestions(text: string, isOpen: boolean): readonly Product[] {
  const words = text.trim().toLowerCase();
  const isAsking = isOpen && isWorthAsking(words);
  const [products, setProducts] = useState(none);
  useEffect(() => {
    if (!isAsking) return setProducts(none);
    let isStale = false;
    const timers: ReturnType<typeof setTimeout>[] = [];
    const suggest = async (q: string, otherwise?: () => void) => {
      const result = await ask("products.search", { q, limit: maxSuggestions, local_only: true });
      if (isStale) return;
      const found = result.ok ? result.data.data : none;
      setProducts(found);
      if (found.length === 0 && otherwise) timers.push(setTimeout(otherwise, misspeltMs));
    };
    const correct = async () => {
      const corrected = await ask("products.spelling", { q: words });
      if (!isStale && corrected.ok && corrected.data.words !== null) await suggest(corrected.data.words);
    };
    timers.push(setTimeout(() => void suggest(words, () => void correct()), typingPauseMs));
    return () => {
      isStale = true;
      for (const timer of timers) clearTimeout(timer);
    };
  }, [words, isAsking]);
  return isAsking ? products : none;
}
