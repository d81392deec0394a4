import { randomBytes } from "node:crypto";
import { replaceIdentifiers } from "../db/identifier.js";
import { insertOffer } from "../db/offer.js";
import { openStore } from "../db/open.js";
import { mergePoints } from "../db/price-history.js";
import { insertProduct, refreshOfferCount } from "../db/product.js";
import { saveProductText } from "../db/product-text.js";
import { type ReadDb, type WriteDb, write } from "../db/store.js";
import { DAY_MS } from "../domain/clock.js";
import { gtinCheckDigit } from "../domain/gtin.js";
import type { PricePoint } from "../domain/price-point.js";
import { ensureDefaultAccount, setAccount } from "../operations/account/accounts.js";
import { createKey } from "../operations/account/keys.js";
import { silentLog } from "../process/log.js";
import { seededRandom } from "./random.js";

/** The made-up data that the benchmarks run on: deterministic, of the sizes asked for. */
export interface DatasetSize {
  readonly products: number;
  /** Change points in all, on the first products: eight offers each with a point a day for 366 days. */
  readonly points: number;
}

export interface Dataset {
  readonly folder: string;
  readonly apiKey: string;
  readonly size: DatasetSize;
  /** Products that carry the eight offers with 366 days of history. */
  readonly richProducts: number;
}

/** The day after the last point of the history. */
export const datasetEndMs = Date.UTC(2026, 0, 2);
export const historyDays = 366;
export const offersPerRichProduct = 8;

const words =
  "wireless compact ultra silent travel office garden kitchen steel glass cotton solar digital smart mini pro light classic studio sport family premium basic rapid clever modern rustic vivid calm bright".split(
    " ",
  );
const things =
  "headphones laptop monitor kettle toaster drill camera backpack lamp keyboard mouse speaker blender charger cable jacket bottle tent chair desk".split(
    " ",
  );

export function barcodeOf(index: number): string {
  const body = `2${String(index).padStart(11, "0")}`;
  return body + gtinCheckDigit(body);
}

export function titleOf(index: number): string {
  const random = seededRandom(index);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  return `${pick(words)} ${pick(words)} ${pick(things)} model${index}`;
}

function addProduct(tx: WriteDb, index: number): number {
  const title = titleOf(index);
  const product = {
    service: `product/item-${index}/b${index}`,
    title,
    brand: `Brand${index % 997}`,
    category: title.split(" ")[2] ?? "thing",
    barcode: barcodeOf(index),
    model: `M-${index}`,
    description: `A ${title} made up for measuring, with a sentence that is about as long as such sentences are.`,
    images: [`https://images.bench.example/${index}.jpg`],
    attributes: { weight: `${100 + (index % 900)} g`, colour: words[index % words.length] ?? "" },
    rating: { value: 4.1, count: index % 5_000 },
  };
  const id = insertProduct(tx, { product, isSample: false, nowMs: datasetEndMs });
  replaceIdentifiers(tx, id, [
    { kind: "service_id", key: product.service },
    { kind: "barcode", key: product.barcode.padStart(14, "0") },
    { kind: "model", key: product.model.toLowerCase() },
  ]);
  saveProductText(tx, id, product);
  return id;
}

function addOffer(tx: WriteDb, productId: number, index: number, offer: number, priceMinor: number): number {
  return insertOffer(tx, {
    publicId: `offer-${index}-${offer}`,
    productId,
    retailer: `shop${offer}.example`,
    currency: "USD",
    priceMinor,
    availability: 1,
    condition: "new",
    conditionGrade: null,
    url: `https://shop${offer}.example/p/${index}`,
    seller: null,
    isMarketplace: false,
    isTrusted: true,
    isValid: true,
    isAuction: false,
    seenMs: datasetEndMs,
  });
}

/** A price that moves by a few percent each day, at a time of day that wanders. */
export function dailyPoints(seed: number, days: number): PricePoint[] {
  const random = seededRandom(seed);
  let priceMinor = 1_000 + Math.floor(random() * 50_000);
  const points: PricePoint[] = [];
  for (let day = days; day >= 1; day--) {
    priceMinor = Math.max(100, priceMinor + Math.floor((random() - 0.5) * priceMinor * 0.1) + 1);
    const atMs = datasetEndMs - day * DAY_MS + Math.floor(random() * 86_000) * 1_000;
    points.push({ atMs, priceMinor, availability: random() < 0.05 ? 2 : 1 });
  }
  return points;
}

function addRichProduct(tx: WriteDb, index: number): void {
  const id = addProduct(tx, index);
  for (let offer = 0; offer < offersPerRichProduct; offer++) {
    const points = dailyPoints(index * 31 + offer, historyDays);
    mergePoints(tx, addOffer(tx, id, index, offer, points.at(-1)?.priceMinor ?? 1_000), points);
  }
  refreshOfferCount(tx, id);
}

function addPlainProduct(tx: WriteDb, index: number): void {
  const id = addProduct(tx, index);
  addOffer(tx, id, index, 0, 1_000 + (index % 9_000));
  refreshOfferCount(tx, id);
}

const batch = 2_000;

export function buildDataset(folder: string, size: DatasetSize, onProgress: (done: number) => void): Dataset {
  const db = openStore(folder);
  const richProducts = Math.ceil(size.points / (offersPerRichProduct * historyDays));
  for (let from = 0; from < size.products; from += batch) {
    write(db, (tx) => {
      for (let i = from; i < Math.min(from + batch, size.products); i++)
        if (i < richProducts) addRichProduct(tx, i);
        else addPlainProduct(tx, i);
    });
    onProgress(Math.min(from + batch, size.products));
  }
  const apiKey = addAccount(db);
  db.connection.pragma("wal_checkpoint(TRUNCATE)");
  db.connection.exec("ANALYZE");
  db.connection.close();
  return { folder, apiKey, size, richProducts };
}

/** Credits without end, so that nothing but the work is measured. */
function addAccount(db: ReadDb): string {
  const nowMs = datasetEndMs;
  const { account } = ensureDefaultAccount(db, nowMs);
  setAccount(db, account.name, { planCredits: 1_000_000_000_000, status: "active" }, nowMs);
  const context = { db, clock: { now: () => nowMs }, randomBytes, log: silentLog };
  return createKey(context, account.id, { name: "bench", isReadOnly: false }).key;
}
