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

/** The pages that the shopper has added, and what was told with each the last time. */
export interface PageMemory {
  /** `null` where the page is none of them. */
  recall(url: string): KnownPage | null;
  remember(url: string, told: PageTold): void;
  /** Where the price stands on pages of this host, if the shopper has shown it. */
  recipe(url: string): Recipe | null;
}

/** Longer than this a check does not wait for its turn at a shop. */
const mostWaitMs = 90_000;

function minutes(ms: number): string {
  const whole = Math.max(1, Math.round(ms / 60_000));
  return `${whole} ${whole === 1 ? "minute" : "minutes"}`;
}

function failed(outcome: string, detail: string): CheckResult {
  return { kind: "failed", outcome, detail };
}

/** What an extraction means for one offer. Nothing is ever made of what is not surely its price. */
export function resultOf({ status, offer, reason }: Extraction, currency: string): CheckResult {
  if (status === "blocked") return failed("blocked", reason ?? "The shop does not show the page.");
  if (status === "nothing") return failed("no price", reason ?? "There is no price on the page.");
  if (status === "ambiguous" || offer === undefined)
    return failed("ambiguous", reason ?? "Several prices are possible.");
  if (offer.price === null)
    return offer.availability === "out"
      ? { kind: "sold-out" }
      : failed("no price", "There is no price on the page.");
  if (offer.currency !== null && offer.currency !== currency)
    return failed("currency", `The page now asks in ${offer.currency}, not in ${currency}.`);
  return {
    kind: "seen",
    priceMinor: toMinor(offer.price),
    availability: toAvailabilityCode(offer.availability),
  };
}

/** A page that was not understood is fetched whole the next time. */
function toldBy(outcome: FetchOutcome, result: CheckResult): PageTold {
  if (outcome.kind !== "page" || result.kind === "failed") return { etag: null, lastModified: null };
  return { etag: outcome.etag, lastModified: outcome.lastModified };
}

/** Product pages of the web, where the shopper has added them. */
export function pageSource(visitor: PageVisitor, memory: PageMemory): Source {
  return {
    name: "page",
    canCheck: ({ url }) => memory.recall(url) !== null,
    check: async ({ url, currency }, signal) => {
      const known = memory.recall(url);
      const { etag = null, lastModified = null, pick = null, isRendered = false } = known ?? {};
      const turn = await visitor.visit(url, { mostWaitMs, signal, isRendered, etag, lastModified });
      if (turn.kind === "paused")
        return failed("paused", `The shop is left alone for another ${minutes(turn.waitMs)}.`);
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
