import type { PageListing } from "../../../../shared/app/pages.js";
import type { FetchFailure } from "../../../../shared/engine-process.js";
import type { Recipe } from "../../../../shared/recipe/recipe.js";
import { cleanTexts } from "../../domain/clean-text.js";
import type { BlockKind } from "../../extract/blocks.js";
import { blockedPage, extract, type Page } from "../../extract/extract.js";
import type { Extraction } from "../../extract/extraction.js";
import { collectPage } from "../../extract/html/collect-page.js";
import { extractCheapest } from "../../extract/listing/cheapest.js";
import { baseOf } from "../../extract/listing/listed-link.js";
import type { FetchOutcome } from "./fetch-outcome.js";

export interface FetchedPage {
  /** The requested address, which may name a variant that a redirect drops. */
  readonly url: string;
  readonly outcome: FetchOutcome;
  /** The page's or its host's, if the user has shown where the prices are. */
  readonly recipe?: Recipe | null;
  /** How the page lists products, if it does. */
  readonly listing?: PageListing | null;
}

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

function blockedByStatus(page: Page, status: number): Extraction {
  const kind = statusKinds[status];
  return kind === undefined
    ? blockedPage("error", page, `The shop answered with HTTP ${status}.`)
    : blockedPage(kind, page);
}

/** Extracts a fetched page. */
export function readPage({ url, outcome, recipe = null, listing = null }: FetchedPage): PageReading {
  if (outcome.kind !== "page") return outcome.kind === "failed" ? outcome : { kind: "unchanged" };
  const page = { url, finalUrl: outcome.url, html: outcome.html, recipe };
  if (outcome.status >= 400) return { kind: "read", extraction: blockedByStatus(page, outcome.status) };
  const extraction = listing === null ? extract(page) : extractCheapest(page, listing);
  return { kind: "read", extraction: cleanTexts(extraction) };
}

/** A page that stays longer is there to be read. */
const maxRefreshSeconds = 5;
/** Seconds and address, as the HTML standard reads them. */
const refreshPattern =
  /^\s*(\d{1,3})(?:\.\d*)?(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|([^\s"'].*))/is;

/**
 * Where a page leads at once by its `Refresh` header or the like `<meta>`; `null` if it stays, loads itself again, or
 * shows a price or a wall.
 */
export function readRefresh(html: string, url: URL, header?: string): URL | null {
  const facts = collectPage(html);
  const [, seconds, ...addresses] = refreshPattern.exec(header ?? facts.refresh ?? "") ?? [];
  const address = addresses.find((each) => each !== undefined)?.trim() ?? "";
  const base = baseOf(facts, url);
  if (address === "" || Number(seconds) > maxRefreshSeconds || !URL.canParse(address, base)) return null;
  const target = new URL(address, base);
  const isItself = target.href.split("#", 1)[0] === url.href.split("#", 1)[0];
  if (isItself || !/^https?:$/.test(target.protocol)) return null;
  return extract({ url: url.href, html }).status === "nothing" ? target : null;
}
