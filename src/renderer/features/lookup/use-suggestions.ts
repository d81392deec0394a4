import { useEffect, useState } from "react";
import type { Product } from "../../../shared/contract/product.js";
import { kindOfText } from "../../lib/identifier.js";
import { ask } from "../../stores/call-engine.js";

/** Shorter than a noticeable pause in typing, longer than the gap between two keys. */
const pauseMs = 120;
const lettersMin = 2;
const suggestionsMax = 5;

const none: readonly Product[] = [];

function isWorthAsking(words: string): boolean {
  return words.length >= lettersMin && kindOfText(words) === "words";
}

/**
 * Products for the typed words. Links, barcodes and ASINs are looked up on Enter only. The previous suggestions stay
 * until new ones arrive, so that the list does not flicker.
 */
export function useSuggestions(text: string, isOpen: boolean): readonly Product[] {
  const words = text.trim().toLowerCase();
  const isAsking = isOpen && isWorthAsking(words);
  const [products, setProducts] = useState(none);
  useEffect(() => {
    if (!isAsking) return setProducts(none);
    let isStale = false;
    const timer = setTimeout(async () => {
      const result = await ask("products.search", { q: words, limit: suggestionsMax, local_only: true });
      if (!isStale) setProducts(result.ok ? result.data.data : none);
    }, pauseMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [words, isAsking]);
  return isAsking ? products : none;
}
