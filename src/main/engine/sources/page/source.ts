import type { PagePick } from "../../../../shared/app/pages.js";
import type { Recipe } from "../../../../shared/recipe/recipe.js";
import { toMinor } from "../../domain/money.js";
import { toAvailabilityCode } from "../../domain/price-point.js";
import type { Extraction } from "../../extract/extraction.js";
import type { CheckResult, Source } from "../source.js";
import type { FetchOutcome } from "./fetch-outcome.js";
import { applyPick } from "./pick.js";
import type { PageVisitor } from "./visitor.js";

interface PageValidators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

interface TrackedPage extends PageValidators {
  readonly pick: PagePick | null;
  readonly isRendered: boolean;
}

/** The tracked pages, with the validators of their last fetch. */
export interface TrackedPages {
  /** `null` if the page is not tracked. */
  find(url: string): TrackedPage | null;
  saveValidators(url: string, validators: PageValidators): void;
  /** Remembers whether the page must be opened in a hidden window. */
  saveRendered(url: string, isRendered: boolean): void;
  /** The recipe for this page's host, if the user has made one. */
  findRecipe(url: string): Recipe | null;
}

/** How long a check waits in the shop's queue. */
const maxWaitMs = 90_000;

function formatMinutes(ms: number): string {
  const whole = Math.max(1, Math.round(ms / 60_000));
  return `${whole} ${whole === 1 ? "minute" : "minutes"}`;
}

function failedCheck(outcome: string, detail: string): CheckResult {
  return { kind: "failed", outcome, detail };
}

/** Converts an extraction to a check's result. An ambiguous price is a failure. */
export function extractionCheckResult({ status, offer, reason }: Extraction, currency: string): CheckResult {
  if (status === "blocked") return failedCheck("blocked", reason ?? "The shop refuses to show the page.");
  if (status === "nothing") return failedCheck("no price", reason ?? "The page shows no price.");
  if (status === "ambiguous" || offer === undefined)
    return failedCheck("ambiguous", reason ?? "Several prices are possible.");
  if (offer.price === null)
    return offer.availability === "out"
      ? { kind: "sold-out" }
      : failedCheck("no price", "The page shows no price.");
  if (offer.currency !== null && offer.currency !== currency)
    return failedCheck("currency", `The page's price is now in ${offer.currency}, not in ${currency}.`);
  return {
    kind: "seen",
    priceMinor: toMinor(offer.price),
    availability: toAvailabilityCode(offer.availability),
  };
}

/** Drops the validators of a page that could not be read, so that the next fetch gets the whole page. */
function nextValidators(outcome: FetchOutcome, result: CheckResult): PageValidators {
  if (outcome.kind !== "page" || result.kind === "failed") return { etag: null, lastModified: null };
  return { etag: outcome.etag, lastModified: outcome.lastModified };
}

/** Whether the page may show its price if it is opened the other way. */
function needsOtherWay(result: CheckResult): boolean {
  return result.kind === "failed" && (result.outcome === "no price" || result.outcome === "needs a window");
}

/**
 * Checks offers by visiting their tracked pages. A page that shows no price is opened the other way, plainly or in a
 * hidden window, and the way that works is used from then on.
 */
export function pageSource(visitor: PageVisitor, pages: TrackedPages): Source {
  const visitPage = async (
    { url, currency }: { readonly url: string; readonly currency: string },
    page: Omit<TrackedPage, "isRendered">,
    isRendered: boolean,
    signal: AbortSignal,
  ): Promise<CheckResult> => {
    const { etag, lastModified, pick } = page;
    const visit = await visitor.visit(url, { maxWaitMs, signal, isRendered, etag, lastModified });
    if (visit.kind === "paused")
      return failedCheck(
        "paused",
        `Visits to the shop are paused for another ${formatMinutes(visit.waitMs)}.`,
      );
    const { readPage } = await import("./read-page.js");
    const reading = readPage(url, visit.result, pages.findRecipe(url));
    if (reading.kind === "failed") return failedCheck(reading.outcome, reading.detail);
    if (reading.kind === "unchanged") return reading;
    const result = extractionCheckResult(applyPick(reading.extraction, pick), currency);
    pages.saveValidators(url, nextValidators(visit.result, result));
    return result;
  };
  return {
    name: "page",
    canCheck: ({ url }) => pages.find(url) !== null,
    check: async (offer, signal) => {
      const known = pages.find(offer.url);
      const page = { etag: null, lastModified: null, pick: null, ...known };
      const isRendered = known?.isRendered ?? false;
      const result = await visitPage(offer, page, isRendered, signal);
      if (!needsOtherWay(result)) return result;
      const other = await visitPage(offer, { ...page, etag: null, lastModified: null }, !isRendered, signal);
      if (other.kind !== "seen" && other.kind !== "sold-out") return result;
      pages.saveRendered(offer.url, !isRendered);
      return other;
    },
  };
}
