import { insertOffer, type StoredOffer, updateOfferPrice } from "../../src/main/engine/db/offer.js";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { rankedPageSql, searchProductText } from "../../src/main/engine/db/product-text.js";
import { getRow, type ReadDb, write } from "../../src/main/engine/db/store.js";
import { matchAllQuery, parseSearchTerms } from "../../src/main/engine/domain/search-terms.js";
import { recordObservation } from "../../src/main/engine/operations/prices/record.js";
import { MINUTE_MS } from "../../src/shared/time.js";
import { type BenchRow, createLimitRow, createRatioRow, type Pair, quantile } from "../row.js";
import { createBarcode, createTitle, type Dataset, datasetEndMs } from "./dataset.js";
import { measureThroughput, spawnServer } from "./http-load.js";
import { seededRandom } from "./random.js";

export interface BenchOptions {
  readonly runs: number;
  /** Length of a run under load. */
  readonly seconds: number;
}

async function measureOverHttp(
  dataset: Dataset,
  { runs, seconds }: BenchOptions,
  createPath: () => string,
): Promise<Pair[]> {
  const ours = await spawnServer("ours", dataset.folder);
  const floor = await spawnServer("floor", dataset.folder);
  try {
    const measure = (port: number) => measureThroughput(port, createPath, dataset.apiKey, seconds);
    // Warms up caches and compiler.
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
  const createPath = () => `/products?ids=${createBarcode(Math.floor(random() * dataset.size.products))}`;
  const pairs = await measureOverHttp(dataset, options, createPath);
  return createRatioRow("lookup over HTTP", "requests/s", pairs, { atLeast: 0.9 });
}

export async function historyRow(dataset: Dataset, options: BenchOptions): Promise<BenchRow> {
  const random = seededRandom(2);
  const createPath = () => {
    const barcode = createBarcode(Math.floor(random() * dataset.productsWithHistory));
    return `/products/offers/history?ids=${barcode}&start=2025-01-01&end=2026-01-01`;
  };
  const pairs = await measureOverHttp(dataset, options, createPath);
  return createRatioRow("history, 366 days, 8 offers", "requests/s", pairs, { atLeast: 0.9 });
}

/** Milliseconds. */
function time(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}

/** Two or three common words of a title, as people type them. */
function createSearchTexts(dataset: Dataset): string[] {
  const random = seededRandom(3);
  return Array.from({ length: 200 }, (_, i) => {
    const words = createTitle(Math.floor(random() * dataset.size.products)).split(" ");
    return words.slice(i % 2, 3).join(" ");
  });
}

export function searchRow(dataset: Dataset, { runs }: BenchOptions): BenchRow {
  const db = openStore(dataset.folder);
  const bareQuery = db.connection.prepare<[string, number, number]>(rankedPageSql);
  const texts = createSearchTexts(dataset);
  const pairs: Pair[] = [];
  // The first run warms up caches and compiler and is not counted.
  for (let run = 0; run <= runs; run++) {
    const ours: number[] = [];
    const floor: number[] = [];
    for (const text of texts) {
      ours.push(time(() => searchProductText(db, parseSearchTerms(text), { limit: 20, offset: 0 })));
      floor.push(time(() => bareQuery.all(matchAllQuery(parseSearchTerms(text)), 20, 0)));
    }
    if (run > 0) pairs.push({ ours: quantile(ours, 0.95), floor: quantile(floor, 0.95) });
  }
  closeStore(db);
  return createRatioRow("search, p95", "ms", pairs, { atMost: 1.3 });
}

/** Four bytes each for offer, time and price. */
const bareBytesPerPoint = 12;
const maxBytesPerPoint = 8;
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

interface Observation {
  readonly offerId: number;
  readonly priceMinor: number;
  readonly availability: 1;
  readonly atMs: number;
}

/** Rounds of observations, each of them a new price: the most expensive case. */
function createRounds(offerIds: readonly number[]): Observation[][] {
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

function deleteOffers(db: ReadDb): void {
  write(db, (tx) => tx.connection.exec("DELETE FROM offer WHERE retailer = 'record.example'"));
}

function bytesPerPoint(db: ReadDb, firstOfferId: number): number {
  const { bytes } = getRow<{ bytes: number }>(
    db,
    "SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = 'price_block'",
  ) ?? { bytes: 0 };
  const { points } = getRow<{ points: number }>(
    db,
    "SELECT sum(count) AS points FROM price_block WHERE offer_id >= ?",
    firstOfferId,
  ) ?? { points: 1 };
  return bytes / points;
}

/**
 * The floor writes the same rows without reading: the point, and the offer's price and time. Observations arrive round
 * by round over all offers, the order that touches the most pages.
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
  const bareInsert = db.connection.prepare<[number, number, number, number]>(
    "INSERT INTO bare_point VALUES (?, ?, ?, ?)",
  );
  const speeds: Pair[] = [];
  const sizes: Pair[] = [];
  for (let run = 0; run < runs; run++) {
    const rounds = createRounds(addOffers(db));
    const firstOfferId = rounds[0]?.[0]?.offerId ?? 0;
    const oursMs = time(() => {
      for (const round of rounds)
        write(db, (tx) => {
          for (const observation of round) recordObservation(tx, observation);
        });
    });
    const floorMs = time(() => {
      for (const round of rounds)
        write(db, (tx) => {
          for (const { offerId, atMs, priceMinor, availability } of round) {
            bareInsert.run(offerId, atMs, priceMinor, availability);
            updateOfferPrice(tx, offerId, { priceMinor, availability, seenMs: atMs });
          }
        });
    });
    const count = recordedOffers * roundsOfChecks;
    speeds.push({ ours: (count / oursMs) * 1_000, floor: (count / floorMs) * 1_000 });
    sizes.push({ ours: bytesPerPoint(db, firstOfferId), floor: bareBytesPerPoint });
    deleteOffers(db);
    db.connection.exec("DELETE FROM bare_point");
  }
  closeStore(db);
  return [
    createRatioRow("recording observations, every one a change", "observations/s", speeds, { atLeast: 0.6 }),
    createLimitRow("bytes per change point, appended one by one", "bytes", sizes, maxBytesPerPoint),
    importedBytesRow(dataset),
  ];
}

function importedBytesRow(dataset: Dataset): BenchRow {
  const db = openStore(dataset.folder);
  const pair = { ours: bytesPerPoint(db, 0), floor: bareBytesPerPoint };
  closeStore(db);
  return createLimitRow("bytes per change point, imported", "bytes", [pair], maxBytesPerPoint);
}
