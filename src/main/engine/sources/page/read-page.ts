import type { PageListing } from "../../../../shared/app/pages.js";
import type { Recipe } from "../../../../shared/recipe/recipe.js";
import type { BlockKind } from "../../extract/classify.js";
import { blockedBy, extract } from "../../extract/extract.js";
import type { Extraction } from "../../extract/extraction.js";
import { extractCheapest } from "../../extract/listing/cheapest.js";
import type { FetchFailure, FetchOutcome } from "./fetch-outcome.js";

/** The extraction of a fetched page, or why there is none. */
export type PageReading =
  | { readonly kind: "read"; readonly extraction: Extraction }
  | { readonly kind: "unchanged" }
  | FetchFailure;

const statusKinds: Readonly<Record<number, BlockKind>> = {
  401: "log-in",
  403: "refused",
  404: "missing",
  410: "missing",
  429: "rate-limit",
};

/** An error page is never a product page, whatever it contains. */
function blockedByStatus(url: string, status: number): Extraction {
  const kind = statusKinds[status];
  return kind === undefined
    ? blockedBy("error", url, `The shop answered with HTTP ${status}.`)
    : blockedBy(kind, url);
}

/**
 * Extracts a fetched page. `url` is the requested one: it may name a variant that a redirect drops. `recipe`
 * is the page's or its host's, if the user has shown where the prices are. `listing` says that the page lists products.
 */
export function readPage(
  url: string,
  outcome: FetchOutcome,
  recipe: Recipe | null = null,
  listing: PageListing | null = null,
): PageReading {
  if (outcome.kind !== "page") return outcome.kind === "failed" ? outcome : { kind: "unchanged" };
  if (outcome.status >= 400) return { kind: "read", extraction: blockedByStatus(url, outcome.status) };
  const page = { url, finalUrl: outcome.url, html: outcome.html, recipe };
  return { kind: "read", extraction: listing === null ? extract(page) : extractCheapest(page, listing) };
}
