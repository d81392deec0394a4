import type { Recipe } from "../../../../shared/recipe/recipe.js";
import { extract } from "../../extract/extract.js";
import type { Extraction } from "../../extract/extraction.js";
import type { FetchFailure, FetchOutcome } from "./fetch-outcome.js";

/** A page that was fetched, as it is to be understood; a failure to fetch it is none of the page's findings. */
export type PageReading =
  | { readonly kind: "read"; readonly extraction: Extraction }
  | { readonly kind: "unchanged" }
  | FetchFailure;

const statusReasons: Readonly<Record<number, string>> = {
  401: "The shop wants a log-in.",
  403: "The shop refuses to show the page to programs.",
  404: "There is no such page any more.",
  410: "There is no such page any more.",
  429: "The shop asks for fewer requests.",
};

/** An error page is no product page, whatever else stands on it. */
function blockedByStatus(extraction: Extraction, status: number): Extraction {
  const reason = statusReasons[status] ?? `The shop answered ${status}.`;
  return { url: extraction.url, status: "blocked", reason, candidates: [], evidence: {} };
}

/**
 * What a fetched page says. `url` is the one that was asked for: it may name the variant, which a redirect may drop.
 * `recipe` is the host's, where the shopper has shown where its prices stand.
 */
export function readPage(url: string, outcome: FetchOutcome, recipe: Recipe | null = null): PageReading {
  if (outcome.kind !== "page") return outcome.kind === "failed" ? outcome : { kind: "unchanged" };
  const extraction = extract({ url, html: outcome.html, recipe });
  return {
    kind: "read",
    extraction: outcome.status >= 400 ? blockedByStatus(extraction, outcome.status) : extraction,
  };
}
