import { insertOffer, type StoredOffer, updateOfferPrice } from "../db/offer.js";
import { closeStore, openStore } from "../db/open.js";
import { rankedPageSql, searchProductText } from "../db/product-text.js";
import { getRow, type ReadDb, write } from "../db/store.js";
import { MINUTE_MS } from "../domain/clock.js";
import { matchAllQuery, parseSearchTerms } from "../domain/search-terms.js";
import { recordObservation } from "../operations/prices/record.js";
import { barcodeOf, type Dataset, datasetEndMs, titleOf } from "./dataset.js";
import { spawnServer, throughput } from "./load.js";
import { seededRandom } from "./random.js";
import { type BenchRow, limitRow, type Pair, rowOf } from "./row.js";

export interface BenchOptions {
  readonly runs: number;
  readonly seconds: number;
}

async function againstFloor(
  dataset: Dataset,
  { runs, seconds }: BenchOptions,
  path: () => string,
): Promise<Pair[]> {
  const ours = await spawnServer("ours", dataset.folder);
  const floor = await spawnServer("floor", dataset.folder);
  try {
    const measure = (port: number) => throughput(port, path, dataset.apiKey, seconds);
    // Once for the caches and the compiler, uncounted.
    await measure(ours.port);
    await measure(floor.port);
    const pairs: Pair[] = [];
    for (let run = 0; run < runs; run++)
      pairs.push({ ours: await measure(ours.port), floor: await measure(floor.port) });
    return pairs;
  } finally {
    ours.stop();
    floor.stop();
  }
}

export async function lookupRow(dataset: Dataset, options: BenchOptions): Promise<BenchRow> {
  const random = seededRandom(1);
  const path = () => `/products?ids=${barcodeOf(Math.floor(random() * dataset.size.products))}`;
  const pairs = await againstFloor(dataset, options, path);
  return rowOf("lookup over HTTP", "requests/s", pairs, { atLeast: 0.6 });
}

export async function historyRow(dataset: Dataset, options: BenchOptions): Promise<BenchRow> {
  const random = seededRandom(2);
  const path = () =>
    `/products/offers/history?ids=${barcodeOf(Math.floor(random() * dataset.richProducts))}&start=2025-01-01&end=2026-01-01`;
  const pairs = await againstFloor(dataset, options, path);
  return rowOf("history, 366 days, 8 offers", "requests/s", pairs, { atLeast: 0.7 });
}

function percentile95(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.floor(ascending.length * 0.95)] ?? Number.NaN;
}

function timed(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}

/** Two or three words of a title: common ones, as people type them. */
function searchTexts(dataset: Dataset): string[] {
  const random = seededRandom(3);
  return Array.from({ length: 200 }, (_, i) => {
    const title = titleOf(Math.floor(random() * dataset.size.products)).split(" ");
    return title.slice(i % 2, 3).join(" ");
  });
}

export function searchRow(dataset: Dataset, { runs }: BenchOptions): BenchRow {
  const db = openStore(dataset.folder);
  const bare = db.connection.prepare<[string, number, number]>(rankedPageSql);
  const texts = searchTexts(dataset);
  const pairs: Pair[] = [];
  for (let run = 0; run <= runs; run++) {
    const ours: number[] = [];
    const floor: number[] = [];
    for (const text of texts) {
      ours.push(timed(() => searchProductText(db, parseSearchTerms(text), { limit: 20, offset: 0 })));
      floor.push(timed(() => bare.all(matchAllQuery(parseSearchTerms(text)), 20, 0)));
    }
    if (run > 0) pairs.push({ ours: percentile95(ours), floor: percentile95(floor) });
  }
  closeStore(db);
  return rowOf("search, p95", "ms", pairs, { atMost: 1.5 });
}

/** Four each for offer, time and price. */
const bareBytes = 12;
const mostBytes = 16;
const recordedOffers = 2_000;
const roundsOfChecks = 60;

function addOffers(db: ReadDb): number[] {
  return write(db, (tx) => {
    const productId = getRow<{ id: number }>(tx, "SELECT min(id) AS id FROM product")?.id ?? 1;
    const offer: Omit<StoredOffer, "id"> = {
      publicId: "",
      productId,
      retailer: "record.example",
      currency: "USD",
      priceMinor: 10_000,
      availability: 1,
      condition: "new",
      conditionGrade: null,
      url: "",
      seller: null,
      isMarketplace: null,
      isTrusted: true,
      isValid: true,
      isAuction: false,
      seenMs: datasetEndMs,
    };
    return Array.from({ length: recordedOffers }, (_, i) =>
      insertOffer(tx, { ...offer, publicId: `record-${i}` }),
    );
  });
}

interface Check {
  readonly offerId: number;
  readonly priceMinor: number;
  readonly availability: 1;
  readonly atMs: number;
}

/** Every check finds a new price: the costliest case. */
function makeChecks(offerIds: readonly number[]): Check[][] {
  const random = seededRandom(4);
  return Array.from({ length: roundsOfChecks }, (_, round) =>
    offerIds.map((offerId) => ({
      offerId,
      priceMinor: 9_000 + Math.floor(random() * 2_000) * 2 + (round % 2),
      availability: 1,
      atMs: datasetEndMs + (round + 1) * 60 * MINUTE_MS + Math.floor(random() * 60_000),
    })),
  );
}

function dropOffers(db: ReadDb): void {
  write(db, (tx) => tx.connection.exec("DELETE FROM offer WHERE retailer = 'record.example'"));
}

function blockBytesPerPoint(db: ReadDb, firstOffer: number): number {
  const { bytes } = getRow<{ bytes: number }>(
    db,
    "SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = 'price_block'",
  ) ?? { bytes: 0 };
  const { points } = getRow<{ points: number }>(
    db,
    "SELECT sum(count) AS points FROM price_block WHERE offer_id >= ?",
    firstOffer,
  ) ?? { points: 1 };
  return bytes / points;
}

/**
 * The floor writes the same rows without reading: the point, and when the offer was last seen at which price.
 * Checks arrive offer by offer, round by round: the order that is hardest on pages.
 */
export function recordRows(dataset: Dataset, folder: string, { runs }: BenchOptions): BenchRow[] {
  const db = openStore(folder);
  db.connection.exec(`CREATE TABLE bare_point (
    offer_id INTEGER NOT NULL, at INTEGER NOT NULL, price_minor INTEGER NOT NULL, availability INTEGER NOT NULL,
    PRIMARY KEY (offer_id, at)) STRICT, WITHOUT ROWID`);
  write(db, (tx) =>
    tx.connection.exec(
      "INSERT INTO product (service, title, details, updated_at) VALUES ('product/a/a', 'a', '{}', 0)",
    ),
  );
  const bare = db.connection.prepare<[number, number, number, number]>(
    "INSERT INTO bare_point VALUES (?, ?, ?, ?)",
  );
  const speeds: Pair[] = [];
  const sizes: Pair[] = [];
  for (let run = 0; run < runs; run++) {
    const checks = makeChecks(addOffers(db));
    const first = checks[0]?.[0]?.offerId ?? 0;
    const ours = timed(() => {
      for (const round of checks)
        write(db, (tx) => {
          for (const check of round) recordObservation(tx, check);
        });
    });
    const floor = timed(() => {
      for (const round of checks)
        write(db, (tx) => {
          for (const { offerId, atMs, priceMinor, availability } of round) {
            bare.run(offerId, atMs, priceMinor, availability);
            updateOfferPrice(tx, offerId, { priceMinor, availability, seenMs: atMs });
          }
        });
    });
    const count = recordedOffers * roundsOfChecks;
    speeds.push({ ours: (count / ours) * 1_000, floor: (count / floor) * 1_000 });
    sizes.push({ ours: blockBytesPerPoint(db, first), floor: bareBytes });
    dropOffers(db);
    db.connection.exec("DELETE FROM bare_point");
  }
  closeStore(db);
  return [
    rowOf("recording observations, every one a change", "observations/s", speeds, { atLeast: 0.5 }),
    limitRow("bytes per change point, appended one by one", "bytes", sizes, mostBytes),
    importedBytesRow(dataset),
  ];
}

function importedBytesRow(dataset: Dataset): BenchRow {
  const db = openStore(dataset.folder);
  const bytes = blockBytesPerPoint(db, 0);
  closeStore(db);
  return limitRow(
    "bytes per change point, imported",
    "bytes",
    [{ ours: bytes, floor: bareBytes }],
    mostBytes,
  );
}
