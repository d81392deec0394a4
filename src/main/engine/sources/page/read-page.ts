import type { Recipe } from "../../../../shared/recipe/recipe.js";
import { extract } from "../../extract/extract.js";
import type { Extraction } from "../../extract/extraction.js";
import type { FetchFailure, FetchOutcome } from "./fetch-outcome.js";

/** The extraction of a fetched page, or why there is none. */
export type PageReading =
  | { readonly kind: "read"; readonly extraction: Extraction }
  | { readonly kind: "unchanged" }
  | FetchFailure;

const statusReasons: Readonly<Record<number, string>> = {
  401: "The shop requires a log-in.",
  403: "The shop refuses to show the page to programs.",
  404: "The page no longer exists.",
  410: "The page no longer exists.",
  429: "The shop asks for fewer requests.",
};

/** An error page is never a product page, whatever it contains. */
function toBlocked(extraction: Extraction, status: number): Extraction {
  const reason = statusReasons[status] ?? `The shop answered with HTTP ${status}.`;
  return { url: extraction.url, status: "blocked", reason, candidates: [], evidence: {} };
}

/**
 * Extracts a fetched page. `url` is the requested one: it may name a variant that a redirect drops. `recipe`
 * is the host's, if the user has shown where its prices are.
 */
export function readPage(url: string, outcome: FetchOutcome, recipe: Recipe | null = null): PageReading {
  if (outcome.kind !== "page") return outcome.kind === "failed" ? outcome : { kind: "unchanged" };
  const extraction = extract({ url, html: outcome.html, recipe });
  return {
    kind: "read",
    extraction: outcome.status >= 400 ? toBlocked(extraction, outcome.status) : extraction,
  };
}
