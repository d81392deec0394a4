import type { CallError, CallResult } from "../../shared/calls.js";
import type { Match, Product } from "../../shared/contract/product.js";
import { kindOfText } from "./identifier.js";

/** The action for a looked-up text. */
export type LookupDecision =
  | { readonly kind: "open"; readonly product: Product; readonly match: Match | undefined }
  | { readonly kind: "search"; readonly query: string }
  /** An unknown link or number: searching for it as words would only find noise. */
  | { readonly kind: "unknown"; readonly text: string }
  | { readonly kind: "failed"; readonly error: CallError };

/** An exact match opens the product; a match by name is only the first of several, so the list is shown. */
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
