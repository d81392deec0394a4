import { randomBytes } from "node:crypto";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { insertOffer } from "../../src/main/engine/db/prices/offer.js";
import { mergePoints } from "../../src/main/engine/db/prices/price-history.js";
import { replaceIdentifiers } from "../../src/main/engine/db/products/identifier.js";
import { insertProduct, refreshOfferCount } from "../../src/main/engine/db/products/product.js";
import { saveProductText } from "../../src/main/engine/db/products/product-text.js";
import { type ReadDb, type WriteDb, write } from "../../src/main/engine/db/store.js";
import { gtinCheckDigit } from "../../src/main/engine/domain/gtin.js";
import type { PricePoint } from "../../src/main/engine/domain/price-point.js";
import { ensureDefaultAccount, setAccount } from "../../src/main/engine/operations/account/accounts.js";
import { createKey } from "../../src/main/engine/operations/account/keys.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import { DAY_MS } from "../../src/shared/time.js";
import { seededRandom } from "./random.js";

export interface DatasetSize {
  readonly products: number;
  /** Total number of price points. All belong to the first products, which have full histories. */
  readonly points: number;
}

/** Generated data that is the same in every run. */
export interface Dataset {
  readonly folder: string;
  readonly apiKey: string;
  readonly size: DatasetSize;
  /**
   * The first products: eight offers each, with a point a day for 366 days. The others have one offer without history.
   */
  readonly productsWithHistory: number;
}

/** The day after the last point of the histories. */
export const datasetEndMs = Date.UTC(2026, 0, 2);
const historyDays = 366;
const offersWithHistory = 8;

export const adjectives =
  "wireless compact ultra silent travel office garden kitchen steel glass cotton solar digital smart mini pro light classic studio sport family premium basic rapid clever modern rustic vivid calm bright".split(
    " ",
  );
export const nouns =
  "headphones laptop monitor kettle toaster drill camera backpack lamp keyboard mouse speaker blender charger cable jacket bottle tent chair desk".split(
    " ",
  );

export function createBarcode(index: number): string {
  const body = `2${String(index).padStart(11, "0")}`;
  return body + gtinCheckDigit(body);
}

export function createTitle(index: number): string {
  const random = seededRandom(index);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  return `${pick(adjectives)} ${pick(adjectives)} ${pick(nouns)} model${index}`;
}

function addProduct(tx: WriteDb, index: number): number {
  const title = createTitle(index);
  const product = {
    service: `product/item-${index}/b${index}`,
    title,
    brand: `Brand${index % 997}`,
    category: title.split(" ")[2] ?? "thing",
    barcode: createBarcode(index),
    model: `M-${index}`,
    description: `A ${title} made up for measuring, with a sentence that is about as long as such sentences are.`,
    images: [`https://images.bench.example/${index}.jpg`],
    attributes: { weight: `${100 + (index % 900)} g`, colour: adjectives[index % adjectives.length] ?? "" },
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

/** A price that moves by a few percent each day, at a varying time of day. */
function createHistory(seed: number): PricePoint[] {
  const random = seededRandom(seed);
  let priceMinor = 1_000 + Math.floor(random() * 50_000);
  const points: PricePoint[] = [];
  for (let day = historyDays; day >= 1; day--) {
    priceMinor = Math.max(100, priceMinor + Math.floor((random() - 0.5) * priceMinor * 0.1) + 1);
    const atMs = datasetEndMs - day * DAY_MS + Math.floor(random() * 86_000) * 1_000;
    points.push({ atMs, priceMinor, availability: random() < 0.05 ? 2 : 1 });
  }
  return points;
}

function addProductWithHistory(tx: WriteDb, index: number): void {
  const id = addProduct(tx, index);
  for (let offer = 0; offer < offersWithHistory; offer++) {
    const points = createHistory(index * 31 + offer);
    mergePoints(tx, addOffer(tx, id, index, offer, points.at(-1)?.priceMinor ?? 1_000), points);
  }
  refreshOfferCount(tx, id);
}

function addProductWithoutHistory(tx: WriteDb, index: number): void {
  const id = addProduct(tx, index);
  addOffer(tx, id, index, 0, 1_000 + (index % 9_000));
  refreshOfferCount(tx, id);
}

/** Adds a product whose only offer has many points within the last year. */
export function addLongHistory(folder: string, index: number, count: number): void {
  const db = openStore(folder);
  const gapMs = Math.floor((historyDays * DAY_MS) / count);
  const points = Array.from({ length: count }, (_, i): PricePoint => {
    return { atMs: datasetEndMs - (count - i) * gapMs, priceMinor: 1_000 + (i % 900), availability: 1 };
  });
  write(db, (tx) => {
    const id = addProduct(tx, index);
    mergePoints(tx, addOffer(tx, id, index, 0, points.at(-1)?.priceMinor ?? 1_000), points);
    refreshOfferCount(tx, id);
  });
  closeStore(db);
}

const productsPerTransaction = 2_000;

export function buildDataset(folder: string, size: DatasetSize): Dataset {
  const db = openStore(folder);
  const productsWithHistory = Math.ceil(size.points / (offersWithHistory * historyDays));
  for (let from = 0; from < size.products; from += productsPerTransaction) {
    write(db, (tx) => {
      for (let i = from; i < Math.min(from + productsPerTransaction, size.products); i++)
        if (i < productsWithHistory) addProductWithHistory(tx, i);
        else addProductWithoutHistory(tx, i);
    });
  }
  const apiKey = addAccount(db);
  db.connection.pragma("wal_checkpoint(TRUNCATE)");
  db.connection.exec("ANALYZE");
  db.connection.close();
  return { folder, apiKey, size, productsWithHistory };
}

/** Practically unlimited credits, so that no request fails for lack of them. */
function addAccount(db: ReadDb): string {
  const nowMs = datasetEndMs;
  const { account } = ensureDefaultAccount(db, nowMs);
  setAccount(db, account.name, { planCredits: 1_000_000_000_000, status: "active" }, nowMs);
  const context = { db, clock: { now: () => nowMs }, randomBytes, log: silentLog };
  return createKey(context, account.id, { name: "bench", isReadOnly: false }).key;
}
