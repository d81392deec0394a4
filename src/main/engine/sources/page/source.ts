import type { PagePick } from "../../../../shared/app/pages.js";
import type { Recipe } from "../../../../shared/recipe/recipe.js";
import { toMinor } from "../../domain/money.js";
import { toAvailabilityCode } from "../../domain/price-point.js";
import type { Extraction } from "../../extract/extraction.js";
import type { CheckResult, Source } from "../source.js";
import type { FetchOutcome } from "./fetch-outcome.js";
import { withPick } from "./pick.js";
import type { PageVisitor } from "./visitor.js";

interface PageTold {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

interface KnownPage extends PageTold {
  readonly pick: PagePick | null;
  readonly isRendered: boolean;
}

/** The tracked pages, with the validators of their last fetch. */
export interface PageMemory {
  /** `null` if the page is not tracked. */
  recall(url: string): KnownPage | null;
  remember(url: string, told: PageTold): void;
  /** The recipe for this page's host, if the user has made one. */
  recipe(url: string): Recipe | null;
}

/** How long a check waits for its turn at a shop. */
const mostWaitMs = 90_000;

function minutes(ms: number): string {
  const whole = Math.max(1, Math.round(ms / 60_000));
  return `${whole} ${whole === 1 ? "minute" : "minutes"}`;
}

function failed(outcome: string, detail: string): CheckResult {
  return { kind: "failed", outcome, detail };
}

/** Converts an extraction to a check's result. An uncertain price is never used. */
export function resultOf({ status, offer, reason }: Extraction, currency: string): CheckResult {
  if (status === "blocked") return failed("blocked", reason ?? "The shop refuses to show the page.");
  if (status === "nothing") return failed("no price", reason ?? "The page shows no price.");
  if (status === "ambiguous" || offer === undefined)
    return failed("ambiguous", reason ?? "Several prices are possible.");
  if (offer.price === null)
    return offer.availability === "out"
      ? { kind: "sold-out" }
      : failed("no price", "The page shows no price.");
  if (offer.currency !== null && offer.currency !== currency)
    return failed("currency", `The page's price is now in ${offer.currency}, not in ${currency}.`);
  return {
    kind: "seen",
    priceMinor: toMinor(offer.price),
    availability: toAvailabilityCode(offer.availability),
  };
}

/** Drops the validators of a page that could not be read, so that the next fetch gets the whole page. */
function toldBy(outcome: FetchOutcome, result: CheckResult): PageTold {
  if (outcome.kind !== "page" || result.kind === "failed") return { etag: null, lastModified: null };
  return { etag: outcome.etag, lastModified: outcome.lastModified };
}

/** Checks offers by visiting their tracked pages. */
export function pageSource(visitor: PageVisitor, memory: PageMemory): Source {
  return {
    name: "page",
    canCheck: ({ url }) => memory.recall(url) !== null,
    check: async ({ url, currency }, signal) => {
      const known = memory.recall(url);
      const { etag = null, lastModified = null, pick = null, isRendered = false } = known ?? {};
      const turn = await visitor.visit(url, { mostWaitMs, signal, isRendered, etag, lastModified });
      if (turn.kind === "paused")
        return failed("paused", `Visits to the shop are paused for another ${minutes(turn.waitMs)}.`);
      const { readPage } = await import("./check-page.js");
      const reading = readPage(url, turn.result, memory.recipe(url));
      if (reading.kind === "failed") return failed(reading.outcome, reading.detail);
      if (reading.kind === "unchanged") return reading;
      const result = resultOf(withPick(reading.extraction, pick), currency);
      memory.remember(url, toldBy(turn.result, result));
      return result;
    },
  };
}
