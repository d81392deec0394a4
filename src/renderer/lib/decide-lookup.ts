import type { CallError, CallResult } from "../../shared/calls.js";
import type { Match, Product } from "../../shared/contract/product.js";
import { kindOfText } from "./identifier.js";

/** What becomes of a text that was looked up. */
export type LookupDecision =
  | { readonly kind: "open"; readonly product: Product; readonly match: Match | undefined }
  | { readonly kind: "search"; readonly query: string }
  /** A link or a number that nobody knows: searching for it as words would bring noise. */
  | { readonly kind: "unknown"; readonly text: string }
  | { readonly kind: "failed"; readonly error: CallError };

/** An exact match is the product; a best guess by name is only the first of several, so the list is shown. */
export function decideLookup(text: string, result: CallResult<"products.get">): LookupDecision {
  const isIdentifier = kindOfText(text) !== "words";
  if (!result.ok) {
    if (result.error.code !== "ERR_PRODUCT_NOT_FOUND") return { kind: "failed", error: result.error };
    return isIdentifier ? { kind: "unknown", text } : { kind: "search", query: text };
  }
  const [product] = result.data.data;
  if (!product || product.match?.by === "name")
    return isIdentifier ? { kind: "unknown", text } : { kind: "search", query: text };
  return { kind: "open", product, match: product.match };
}
