import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { insertOffer, type StoredOffer, updateOfferPrice } from "../../src/main/engine/db/prices/offer.js";
import { getRow, type ReadDb, type WriteDb, write } from "../../src/main/engine/db/store.js";
import { recordObservation } from "../../src/main/engine/operations/prices/record.js";
import { MINUTE_MS } from "../../src/shared/time.js";
import {
  type BenchRow,
  createFigureRow,
  createRatioRow,
  measurePairs,
  type Pair,
  pairsOf,
  quantile,
} from "../row.js";
import { createBarcode, createTitle, type Dataset, datasetEndMs } from "./dataset.js";
import { measureLatencies, measureThroughput, spawnServer, type Target } from "./http-load.js";
import { seededRandom } from "./random.js";
import { sampleLatency } from "./sample-latency.js";

export interface BenchOptions {
  readonly runs: number;
  /** Length of a run under load. */
  readonly seconds: number;
}

type Measure = (target: Target) => Promise<number>;

async function measureOverHttp(
  { folder, apiKey }: Dataset,
  runs: number,
  createPath: () => string,
  measure: Measure,
): Promise<Pair[]> {
  const ours = await spawnServer("ours", folder);
  const floor = await spawnServer("floor", folder);
  const measureServer = ({ port }: { readonly port: number }) => measure({ port, apiKey, createPath });
  try {
    return await measurePairs(
      runs,
      () => measureServer(ours),
      () => measureServer(floor),
    );
  } finally {
    ours.stop();
    floor.stop();
  }
}

function throughput(seconds: number): Measure {
  return (target) => measureThroughput(target, seconds);
}

/** The latency that a fraction of the responses does not exceed, for one client that waits for each. */
function latencyAt(fraction: number, seconds: number): Measure {
  return async (target) => quantile(await measureLatencies(target, seconds), fraction);
}

function randomLookups({ size }: Dataset): () => string {
  const random = seededRandom(1);
  return () => `/products?ids=${createBarcode(Math.floor(random() * size.products))}`;
}

export async function lookupRow(dataset: Dataset, { runs, seconds }: BenchOptions): Promise<BenchRow> {
  const pairs = await measureOverHttp(dataset, runs, randomLookups(dataset), throughput(seconds));
  return createRatioRow("lookup over HTTP", "requests/s", pairs, { atLeast: 0.75 });
}

export async function lookupAloneRow(dataset: Dataset, { runs, seconds }: BenchOptions): Promise<BenchRow> {
  const pairs = await measureOverHttp(dataset, runs, randomLookups(dataset), latencyAt(0.5, seconds));
  return createRatioRow("lookup over HTTP by one client, p50", "ms", pairs, { atMost: 2 });
}

export async function historyRow(dataset: Dataset, { runs, seconds }: BenchOptions): Promise<BenchRow> {
  const random = seededRandom(2);
  const createPath = () => {
    const barcode = createBarcode(Math.floor(random() * dataset.productsWithHistory));
    return `/products/offers/history?ids=${barcode}&start=2025-01-01&end=2026-01-01`;
  };
  const pairs = await measureOverHttp(dataset, runs, createPath, throughput(seconds));
  return createRatioRow("history, 366 days, 8 offers", "requests/s", pairs, { atLeast: 0.9 });
}

/** Searches for one to three common words of a title, as people type them. */
export async function searchRow(dataset: Dataset, { runs, seconds }: BenchOptions): Promise<BenchRow> {
  const random = seededRandom(3);
  const createPath = () => {
    const words = createTitle(Math.floor(random() * dataset.size.products)).split(" ");
    const text = words.slice(Math.floor(random() * 2), 3).join(" ");
    return `/products/search?q=${encodeURIComponent(text)}`;
  };
  const pairs = await measureOverHttp(dataset, runs, createPath, latencyAt(0.95, seconds));
  return createRatioRow("search over HTTP by one client, p95", "ms", pairs, { atMost: 1.3 });
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

function deleteRecorded(db: ReadDb): void {
  write(db, (tx) =>
    tx.connection.exec("DELETE FROM offer WHERE retailer = 'record.example'; DELETE FROM bare_point"),
  );
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
export async function recordRows(
  dataset: Dataset,
  folder: string,
  { runs }: BenchOptions,
): Promise<BenchRow[]> {
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
  let rounds: Observation[][] = [];
  const observationsPerSecond = (record: (tx: WriteDb, observation: Observation) => void) => {
    const { mean } = sampleLatency(rounds, (round) =>
      write(db, (tx) => {
        for (const observation of round) record(tx, observation);
      }),
    );
    return (recordedOffers / mean) * 1_000;
  };
  const pairs = await measurePairs(
    runs,
    () => {
      rounds = createRounds(addOffers(db));
      const speed = observationsPerSecond(recordObservation);
      return { speed, bytes: bytesPerPoint(db, rounds[0]?.[0]?.offerId ?? 0) };
    },
    () => {
      const speed = observationsPerSecond((tx, { offerId, atMs, priceMinor, availability }) => {
        bareInsert.run(offerId, atMs, priceMinor, availability);
        updateOfferPrice(tx, offerId, { priceMinor, availability, seenMs: atMs });
      });
      deleteRecorded(db);
      return { speed, bytes: bareBytesPerPoint };
    },
  );
  closeStore(db);
  const speeds = pairsOf(pairs, ({ speed }) => speed);
  const bytes = pairs.map(({ ours }) => ours.bytes);
  return [
    createRatioRow("recording observations, every one a change", "observations/s", speeds, { atLeast: 0.6 }),
    bytesRow("bytes per change point, appended one by one", bytes),
    importedBytesRow(dataset),
  ];
}

function bytesRow(name: string, bytes: readonly number[]): BenchRow {
  return createFigureRow(name, "bytes", bytes, maxBytesPerPoint, bareBytesPerPoint);
}

function importedBytesRow(dataset: Dataset): BenchRow {
  const db = openStore(dataset.folder);
  const bytes = bytesPerPoint(db, 0);
  closeStore(db);
  return bytesRow("bytes per change point, imported", [bytes]);
}
