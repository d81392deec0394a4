import type { ArchivedPrices } from "../../../../shared/app/archive.js";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { groupBy } from "../../../../shared/arrays.js";
import type { Product } from "../../../../shared/contract/product.js";
import { DAY_MS, MINUTE_MS } from "../../../../shared/time.js";
import { recipeOfPage } from "../../db/pages/recipe.js";
import { trackedPage } from "../../db/pages/tracked-page.js";
import {
  type ArchivePage,
  type AskablePage,
  archivePagesOfProduct,
  askablePages,
  type CopyOutcome,
  closeAutomaticPages,
  deleteArchivePagesOfProduct,
  insertArchivePage,
  updateArchivePage,
  type WantedCopy,
} from "../../db/prices/archive-page.js";
import { offerById, offersOfProduct, type StoredOffer } from "../../db/prices/offer.js";
import { firstPointTimes } from "../../db/prices/price-history.js";
import {
  deleteSamplesOfProduct,
  insertSample,
  samplesOfOffers,
  sampleTimes,
} from "../../db/prices/price-sample.js";
import { productById, productIdByKey } from "../../db/products/product.js";
import { deleteSetting, readSetting, saveSetting } from "../../db/setting.js";
import { type ReadDb, type WriteDb, writeDurably } from "../../db/store.js";
import {
  type ArchivedCopy,
  type ArchivePace,
  archivedAddress,
  firstPace,
  isSameTitle,
  maxAddresses,
  nextRequestMs,
  planCopies,
  plausibleReadings,
  timestampMs,
} from "../../domain/archived-page.js";
import { toGtin14 } from "../../domain/gtin.js";
import { isUnpriced } from "../../domain/money.js";
import type { Extraction } from "../../extract/extraction.js";
import { type ArchiveAnswer, copyUrl, defaultArchive } from "../../sources/archive/archive.js";
import { shownPage } from "../../sources/page/fetch-outcome.js";
import type { PageReader } from "../../sources/page/page-reader.js";
import { applyPick } from "../../sources/page/pick.js";
import { extractionCheckResult } from "../../sources/page/source.js";
import { aboutProducts, act } from "../acts/perform-act.js";
import { allowedHosts } from "../pages/allowed-hosts.js";
import { toStatedSample } from "../products/read-offers.js";
import { requireProductId } from "../products/require-product.js";
import type { Operation, RequestContext, StoreContext } from "../request/context.js";
import { refuse } from "../request/contract-error.js";

const alwaysKey = "archive.always";
const paceKey = "archive.pace";

function isAlwaysAsked(db: ReadDb): boolean {
  return readSetting(db, alwaysKey) !== null;
}

export function readConsent({ db }: Pick<RequestContext, "db">): AppOutput<"history.consent"> {
  return { always: isAlwaysAsked(db) };
}

export const setConsent: Operation<"history.set_consent", Pick<RequestContext, "db">> = (
  { db },
  { always },
) => {
  writeDurably(db, (tx) => {
    if (always) return saveSetting(tx, alwaysKey, "1");
    deleteSetting(tx, alwaysKey);
    closeAutomaticPages(tx);
  });
  return { always };
};

export function readPace(db: ReadDb): ArchivePace {
  const text = readSetting(db, paceKey);
  // Written only by this module.
  return text === null ? firstPace : (JSON.parse(text) as ArchivePace);
}

export function savePace(tx: WriteDb, pace: ArchivePace): void {
  saveSetting(tx, paceKey, JSON.stringify(pace));
}

/** The pages of a product with the addresses that may be named to an archive, at most three. */
function addressesOf(db: ReadDb, productId: number, archive: string): AskablePage[] {
  const options = { allowedHosts: new Set(allowedHosts(db)), archive };
  return askablePages(db, productId)
    .flatMap(({ offerId, url }) => {
      const address = archivedAddress(url, options);
      return address === null ? [] : [{ offerId, url: address }];
    })
    .slice(0, maxAddresses);
}

/** Why an archive is not asked for a product. */
function refusalOf(db: ReadDb, productId: number): string {
  return askablePages(db, productId).length === 0
    ? "It has no page of a shop with a price, so there is nothing to ask an archive for."
    : "Its addresses are private, or contain what looks like a key, so they are not named to an archive.";
}

/** Lets an archive be asked for a page that was just added, if the shopper has agreed to ask always. */
export function askForNewPage(
  tx: WriteDb,
  { id: offerId, productId }: StoredOffer,
  { isUrgent, nowMs: askedMs }: { readonly isUrgent: boolean; readonly nowMs: number },
): void {
  if (!isAlwaysAsked(tx)) return;
  if (archivePagesOfProduct(tx, productId).some((page) => page.offerId === offerId)) return;
  const page = addressesOf(tx, productId, defaultArchive()).find((each) => each.offerId === offerId);
  const common = { archive: defaultArchive(), sinceMs: null, isUrgent, isAutomatic: true, askedMs };
  if (page !== undefined) insertArchivePage(tx, { ...common, ...page });
}

function toArchive(address: string | undefined): string {
  if (address === undefined) return defaultArchive();
  const url = new URL(address);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw refuse("archiveAddress");
  return url.href.replace(/\/+$/, "");
}

/** Asks an archive for the pages of products. What is being asked already goes on. */
export const fetchHistory = act("history.fetch", aboutProducts, (tx, { nowMs }, request) => {
  const { since, archive: address } = request;
  const archive = toArchive(address);
  const keys = [...new Set(request.product_keys)];
  const common = {
    archive,
    sinceMs: since === undefined ? null : Date.parse(since),
    isUrgent: keys.length === 1,
    isAutomatic: false,
    askedMs: nowMs,
  };
  const askFor = (product_key: string) => {
    const productId = requireProductId(tx, product_key);
    const pages = addressesOf(tx, productId, archive);
    const open = new Set(
      archivePagesOfProduct(tx, productId).flatMap(({ offerId, isOpen }) => (isOpen ? [offerId] : [])),
    );
    for (const page of pages) if (!open.has(page.offerId)) insertArchivePage(tx, { ...common, ...page });
    const reason = pages.length === 0 ? refusalOf(tx, productId) : null;
    return { product_key, addresses: pages.length, reason };
  };
  return { products: keys.map(askFor) };
});

/** Removes the prices of single days of products, and asks archives for no more. */
export const forgetSamples = act("history.forget", aboutProducts, (tx, _context, { product_keys: keys }) => {
  for (const id of new Set(keys.flatMap((key) => productIdByKey(tx, key) ?? []))) {
    deleteSamplesOfProduct(tx, id);
    deleteArchivePagesOfProduct(tx, id);
  }
  return {};
});

const unread: readonly (CopyOutcome | undefined)[] = [undefined, "redirect", "missing", "unreadable"];

function countCopies(pages: readonly ArchivePage[], added: number) {
  const copies = pages.flatMap((page) => page.copies ?? []);
  const priced = copies.filter(({ outcome }) => outcome === "price").length;
  const outcomes = groupBy(copies, ({ outcome = "price" }): string => outcome);
  const leftOut = [...outcomes].flatMap(([reason, own]) =>
    reason === "price" ? [] : [{ reason, copies: own.length }],
  );
  const isDone = pages.every(({ isOpen }) => !isOpen);
  return {
    copies: copies.length,
    read: copies.filter(({ outcome }) => !unread.includes(outcome)).length,
    added,
    left_out:
      isDone && priced > added ? [...leftOut, { reason: "implausible", copies: priced - added }] : leftOut,
  };
}

/** Shorter waits are the usual gap. */
const minPauseMs = MINUTE_MS / 2;

/** The older prices of a product, and how far their reading is. */
export function readSamples(
  { db, clock }: StoreContext,
  { product_key: productKey }: AppRequest<"history.samples">,
): ArchivedPrices {
  const productId = requireProductId(db, productKey);
  const offers = new Map(offersOfProduct(db, productId).map((offer) => [offer.id, offer]));
  const pages = [...groupBy(archivePagesOfProduct(db, productId), ({ offerId }) => offerId).values()].flatMap(
    ([latest]) => latest ?? [],
  );
  const samples = samplesOfOffers(db, [...offers.keys()]);
  const isOpen = pages.some((page) => page.isOpen);
  const archive = pages[0]?.archive ?? defaultArchive();
  const nowMs = clock.now();
  const pace = readPace(db);
  const nextMs = pace.isAsking ? nowMs : nextRequestMs(pace, nowMs);
  return {
    state: pages.length === 0 ? "none" : isOpen ? "open" : "done",
    always: isAlwaysAsked(db),
    archive: new URL(archive).host,
    addresses: addressesOf(db, productId, archive).map(({ url }) => url),
    ...countCopies(
      pages,
      pages.reduce((sum, { added }) => sum + added, 0),
    ),
    paused_until: isOpen && nextMs - nowMs > minPauseMs ? new Date(nextMs).toISOString() : null,
    reason: pages.find(({ reason }) => reason !== null)?.reason ?? null,
    samples: samples.map((sample) => ({
      offer_id: offers.get(sample.offerId)?.publicId ?? "",
      retailer: offers.get(sample.offerId)?.retailer ?? "",
      ...toStatedSample(sample),
    })),
  };
}

const indexReasons: Readonly<Record<string, string>> = {
  missing: "The archive has no index of this page, or does not show it.",
  "not public":
    "Its shop's address is not on the public internet, or could not be looked up, so it is not named to the archive.",
  "refused address": "The archive's address leads into a private network.",
};

/** Takes what the index says, and plans which copies to read. */
export function saveIndex(
  tx: WriteDb,
  page: ArchivePage,
  answer: Exclude<ArchiveAnswer<ArchivedCopy[]>, { kind: "later" }>,
  nowMs: number,
): void {
  if (answer.kind === "none") {
    const reason = indexReasons[answer.reason] ?? "At this address is no index of an archive.";
    updateArchivePage(tx, page.id, { copies: [], isOpen: false, failures: 0, reason });
    return;
  }
  const { offerId, sinceMs } = page;
  const knownMs = sampleTimes(tx, offerId);
  // From its first own price on, its history is known.
  const untilMs = firstPointTimes(tx, [offerId]).get(offerId) ?? nowMs;
  const copies = planCopies(answer.value, { sinceMs, untilMs, knownMs });
  const reason =
    copies.length + knownMs.length === 0 ? "The archive has no older copies of this page." : null;
  updateArchivePage(tx, page.id, { copies, isOpen: copies.length > 0, failures: 0, reason });
}

type ReadCopy = Omit<WantedCopy, "timestamp" | "digest">;

/** What a copy says, by the same reading as a check's. */
export async function evaluateCopy(
  db: ReadDb,
  reader: PageReader,
  { offerId }: ArchivePage,
  html: string,
): Promise<ReadCopy> {
  const offer = offerById(db, offerId);
  const product = offer && productById(db, offer.productId)?.product;
  if (offer === undefined || product === undefined || isUnpriced(offer)) return { outcome: "currency" };
  const { url } = offer;
  const recipe = recipeOfPage(db, new URL(url));
  // As if the page's own address had answered.
  const reading = await reader.readPage({ url, outcome: shownPage(url, html), recipe });
  if (reading.kind !== "read") return { outcome: "unreadable" };
  const extraction = applyPick(reading.extraction, trackedPage(db, url)?.pick ?? null);
  const result = extractionCheckResult(extraction, offer.currency, () => null);
  if (result.kind === "failed") return { outcome: leftOutAs(result.outcome) };
  if (result.kind !== "seen") return { outcome: "sold out" };
  if (isOther(extraction, product, offer)) return { outcome: "other product" };
  const { priceMinor, availability } = result;
  const evidence = extraction.evidence.price ?? "";
  return { outcome: "price", priceMinor, currency: offer.currency, availability, evidence };
}

function leftOutAs(outcome: string): CopyOutcome {
  if (outcome === "ambiguous" || outcome === "currency") return outcome;
  return outcome === "no price" || outcome === "no match" ? "no price" : "blocked";
}

/** Whether a copy shows another product than the page does now, or the same in another condition. */
function isOther(shown: Extraction, { title, barcode }: Product, { url, condition }: StoredOffer): boolean {
  if (shown.offer?.condition != null && shown.offer.condition !== (condition ?? "new")) return true;
  const [one, other] = [toGtin14(shown.product?.gtin), toGtin14(barcode)];
  if (one !== null && other !== null) return one !== other;
  return shown.product?.title !== undefined && !isSameTitle(shown.product.title, { title, url });
}

/** Takes what a copy says for all copies of the same page, and adds the prices that are plausible. */
export function saveCopy(tx: WriteDb, page: ArchivePage, read: WantedCopy): void {
  const { digest, timestamp: _timestamp, ...result } = read;
  const copies = (page.copies ?? []).map((copy) => {
    const isSame = digest !== null && copy.digest === digest && copy.outcome === undefined;
    return copy.timestamp === read.timestamp || isSame ? { ...copy, ...result } : copy;
  });
  const offer = offerById(tx, page.offerId);
  const priced = copies.flatMap((copy) =>
    copy.priceMinor === undefined || copy.currency !== offer?.currency
      ? []
      : [{ ...copy, priceMinor: copy.priceMinor }],
  );
  for (const copy of offer === undefined ? [] : plausibleReadings(priced, offer.priceMinor)) {
    const { priceMinor, currency = "", availability = 0, evidence = "", timestamp } = copy;
    insertSample(
      tx,
      {
        offerId: page.offerId,
        currency,
        priceMinor,
        availability,
        evidence,
        atMs: timestampMs(timestamp),
        url: copyUrl(page.archive, page.url, timestamp),
        source: "archive",
      },
      page.id,
    );
  }
  const isOpen = copies.some(({ outcome }) => outcome === undefined);
  updateArchivePage(tx, page.id, { copies, isOpen, failures: 0, reason: null });
}

/** A copy that an archive fails to send three times, or an index, is given up. */
const maxCopyFailures = 3;
const maxIndexFailures = 6;
const maxWaitMs = 30 * DAY_MS;

/** Notes that an archive did not answer: what it failed to send is asked for again, after the page's other copies. */
export function saveFailure(
  tx: WriteDb,
  page: ArchivePage,
  /** A failure does not count while the archive is down, or if it only asked for a pause. */
  { isCounted, nowMs }: { readonly isCounted: boolean; readonly nowMs: number },
): void {
  const failures = page.failures + (isCounted ? 1 : 0);
  const isLate = nowMs - page.askedMs > maxWaitMs;
  if (page.copies === null) {
    const isOver = isLate || failures >= maxIndexFailures;
    const reason = isOver ? "The archive did not answer. Ask it again later." : null;
    updateArchivePage(tx, page.id, { copies: isOver ? [] : null, isOpen: !isOver, failures, reason });
    return;
  }
  const copy = page.copies.find(({ outcome }) => outcome === undefined);
  const copyFailures = (copy?.failures ?? 0) + (isCounted ? 1 : 0);
  if (copy !== undefined && (isLate || copyFailures >= maxCopyFailures)) {
    saveCopy(tx, page, { timestamp: copy.timestamp, digest: null, outcome: "unreadable" });
    return;
  }
  const others = page.copies.filter((each) => each !== copy);
  const copies =
    copy === undefined || !isCounted ? page.copies : [...others, { ...copy, failures: copyFailures }];
  updateArchivePage(tx, page.id, { ...page, copies, failures });
}
