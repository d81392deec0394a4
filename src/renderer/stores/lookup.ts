import { create } from "zustand";
import { assertNever } from "../../shared/assert-never.js";
import type { CallError, CallResult } from "../../shared/calls.js";
import type { Match, Product } from "../../shared/contract/product.js";
import { linkOf, linksIn } from "../../shared/links-in.js";
import { kindOfText } from "../lib/identifier.js";
import { addAll } from "./adding/links.js";
import { ask } from "./call-engine.js";
import { go, visitNow } from "./navigation.js";
import { openProduct } from "./products.js";

interface Lookup {
  readonly isBusy: boolean;
  readonly failure: { readonly text: string; readonly error: CallError } | null;
}

export const useLookup = create<Lookup>(() => ({ isBusy: false, failure: null }));

/** Numbers the look-ups, so that outdated answers are dropped. */
let latest = 0;

/** What to do with a looked-up text. */
type LookupDecision =
  | { readonly kind: "open"; readonly product: Product; readonly match: Match | undefined }
  | { readonly kind: "search" }
  /** An unknown link or number: searching for it as words would only find noise. */
  | { readonly kind: "unknown" }
  | { readonly kind: "failed"; readonly error: CallError };

/** An exact match opens the product; a match by name is only the first of several, so the list is shown. */
export function decideLookup(text: string, result: CallResult<"products.get">): LookupDecision {
  if (!result.ok && result.error.code !== "ERR_PRODUCT_NOT_FOUND")
    return { kind: "failed", error: result.error };
  const product = result.ok ? result.data.data[0] : undefined;
  if (product === undefined || product.match?.by === "name")
    return { kind: kindOfText(text) === "words" ? "search" : "unknown" };
  return { kind: "open", product, match: product.match };
}

function carryOut(decision: LookupDecision, text: string): void {
  switch (decision.kind) {
    case "open":
      openProduct(decision.product, decision.match);
      break;
    case "search":
      go({ view: "search", query: text });
      break;
    case "unknown":
      if (linkOf(text) === null) go({ view: "search", query: text, unknown: text });
      else addAll([text]);
      break;
    case "failed":
      useLookup.setState({ failure: { text, error: decision.error } });
      break;
    default:
      assertNever(decision);
  }
}

/**
 * Looks up any identifier and opens the result, unless the shopper has gone elsewhere meanwhile. An unknown link is
 * added, as are several links in one text; without any match, `fallback` is searched.
 */
export async function lookUp(rawText: string, fallback?: string): Promise<void> {
  const text = rawText.trim();
  if (text === "") return;
  const links = linksIn(text);
  if (links.length > 1) return addAll(links);
  const mine = ++latest;
  const visit = visitNow();
  useLookup.setState({ isBusy: true, failure: null });
  const result = await ask("products.get", { ids: [linkOf(text) ?? text] });
  if (mine !== latest) return;
  if (visit !== visitNow()) return abandonLookup();
  useLookup.setState({ isBusy: false });
  const decision = decideLookup(text, result);
  if (decision.kind === "unknown" && fallback) go({ view: "search", query: fallback });
  else carryOut(decision, text);
}

export function dismissLookupFailure(): void {
  useLookup.setState({ failure: null });
}

/** Drops the answer of a running look-up. */
export function abandonLookup(): void {
  latest++;
  useLookup.setState({ isBusy: false });
}

type FocusBox = (pasted?: string) => void;

/** The look-up box provides its focus function while it is mounted. */
let focusBox: FocusBox | null = null;

export function registerLookupBox(focus: FocusBox): () => void {
  focusBox = focus;
  return () => {
    focusBox = null;
  };
}

export function focusLookup(): void {
  focusBox?.();
}

/** Puts a text into the box as if it were pasted there; the shopper decides what becomes of it. */
export function pasteIntoLookup(text: string): void {
  focusBox?.(text);
}
