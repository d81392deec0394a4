import type { PagePick } from "../../../../shared/app/pages.js";
import { assertNever } from "../../../../shared/assert-never.js";
import { DAY_MS } from "../../../../shared/time.js";
import type { ShopWay } from "../../db/pages/shop.js";
import { blocks } from "../../extract/blocks.js";
import type { Extraction } from "../../extract/extraction.js";
import type { FetchOutcome } from "./fetch-outcome.js";
import type { VisitOutcome } from "./host-queue.js";
import { applyPick } from "./pick.js";
import type { FetchedPage, PageReading } from "./read-page.js";
import type { PageVisitor } from "./visitor.js";

/** After this time, a shop that needs a hidden browser is tried plainly again. */
const retryPlainMs = 7 * DAY_MS;
/** After this time, a hidden browser tries a shop again by itself whose pages it could not read. */
const retryRenderMs = DAY_MS;

export interface PageVisit {
  readonly outcome: FetchOutcome;
  readonly reading: PageReading;
  readonly isRendered: boolean;
}

/** The remembered ways of fetching, by shop. */
export interface ShopWays {
  find(url: string): ShopWay | null;
  save(url: string, way: ShopWay | null): void;
  nowMs(): number;
}

/** Fetches a page one way, and reads it. */
export async function visitOneWay(
  visitor: PageVisitor,
  { url, recipe, listing }: Required<Omit<FetchedPage, "outcome">>,
  options: Parameters<PageVisitor["visit"]>[1] & { readonly isRendered: boolean },
): Promise<VisitOutcome<PageVisit>> {
  const visited = await visitor.visit(url, { ...options, recipe });
  if (visited.kind === "paused") return visited;
  const { result: outcome } = visited;
  const reading = await visitor.reader.readPage({ url, outcome, recipe, listing });
  return { kind: "done", result: { outcome, reading, isRendered: options.isRendered } };
}

interface BothWays {
  readonly url: string;
  readonly visit: (isRendered: boolean) => Promise<VisitOutcome<PageVisit>>;
  readonly canRender: boolean;
  /** The user has set the page to a hidden browser. */
  readonly mustRender: boolean;
  /** The user waits, so a hidden browser is worth another try. */
  readonly isUrgent: boolean;
  /** Whether the page was read as needed. */
  readonly isRead: (reading: PageReading) => boolean;
}

/** Whether the page says a price, or shows prices to choose from. What only its data says may be clearer once it is drawn. */
export function saysPrice({ status, candidates, evidence }: Extraction): boolean {
  if (status === "ambiguous") return !candidates.every(({ place }) => place?.spot === "data");
  return status === "found" && evidence.unit === undefined;
}

/** Whether the page was read, with the price that the user has picked where it has several. */
export function hasPrice(reading: PageReading, pick: PagePick | null): boolean {
  if (reading.kind === "read") return saysPrice(applyPick(reading.extraction, pick));
  return reading.kind === "unchanged";
}

function startsRendered({ canRender, mustRender }: BothWays, way: ShopWay | null, nowMs: number): boolean {
  return (
    mustRender || (canRender && way?.isRendered === true && Math.abs(nowMs - way.triedMs) < retryPlainMs)
  );
}

/** Whether to open a page in the hidden browser that the plain way did not show. A page that cannot be fetched cannot be rendered. */
function isRenderingWorthwhile(
  { isUrgent }: BothWays,
  { reading }: PageVisit,
  way: ShopWay | null,
  nowMs: number,
): boolean {
  if (reading.kind !== "read") return false;
  const { blocked_by: blocked } = reading.extraction;
  const rendering = blocked === undefined ? "useful" : blocks[blocked].rendering;
  const wasInVain = way !== null && !way.isRendered && Math.abs(nowMs - way.triedMs) < retryRenderMs;
  switch (rendering) {
    case "useless":
      return false;
    case "useful":
      return isUrgent || !wasInVain;
    case "urgent":
      return way?.isRendered === true || (isUrgent && !wasInVain);
    default:
      return assertNever(rendering);
  }
}

/** Whether the plain way may show what the hidden browser did not. */
function isPlainWorthwhile({ reading }: PageVisit): boolean {
  if (reading.kind === "failed") return !reading.outcome.startsWith("refused");
  if (reading.kind === "unchanged") return false;
  const { blocked_by: blocked } = reading.extraction;
  return blocked === undefined || blocks[blocked].rendering === "useful";
}

/** Outcomes of a hidden browser that say nothing of the shop: it does not run, or has ended. */
const brokenOutcomes = new Set(["needs a window", "crashed"]);

/** Remembers the way that showed a page, unless the browser could not try its own. */
function rememberWay({ save }: ShopWays, url: string, { reading }: PageVisit, way: ShopWay | null): void {
  if (reading.kind !== "failed" || !brokenOutcomes.has(reading.outcome)) save(url, way);
}

/** Fetches a page the way that last worked for its shop, and then the other way if that shows no price. */
export async function visitBothWays(request: BothWays, ways: ShopWays): Promise<VisitOutcome<PageVisit>> {
  const { url, visit, isRead } = request;
  const way = ways.find(url);
  const nowMs = ways.nowMs();
  const isRendered = startsRendered(request, way, nowMs);
  const first = await visit(isRendered);
  if (first.kind === "paused") return first;
  if (isRead(first.result.reading)) {
    if (!isRendered && way !== null) ways.save(url, null);
    return first;
  }
  const isWorthwhile = isRendered
    ? isPlainWorthwhile(first.result)
    : request.canRender && isRenderingWorthwhile(request, first.result, way, nowMs);
  if (!isWorthwhile) return first;
  const second = await visit(!isRendered);
  if (second.kind === "paused") return first;
  const { reading } = second.result;
  const rendered = isRendered ? first.result : second.result;
  rememberWay(ways, url, rendered, isRendered ? null : { isRendered: isRead(reading), triedMs: nowMs });
  const isBetter = isRead(reading) || (!isRendered && reading.kind === "read");
  return isBetter ? second : first;
}
