import { createWriteStream, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { HostOutput } from "../../../../shared/data/host-operations.js";
import { openReader } from "../../db/open.js";
import { conditionPoints } from "../../db/prices/condition-point.js";
import { eachDeal } from "../../db/prices/deal.js";
import { offersOfProduct, type StoredOffer } from "../../db/prices/offer.js";
import { readAllPoints } from "../../db/prices/price-history.js";
import { samplesOfOffers } from "../../db/prices/price-sample.js";
import { countProducts, eachProduct } from "../../db/products/product.js";
import { reviewOfProduct } from "../../db/products/review.js";
import { describeDiskError } from "../../db/storage-error.js";
import type { ReadDb } from "../../db/store.js";
import { fromMinor, isUnpriced } from "../../domain/money.js";
import type { CatalogueSample } from "../../sources/catalogue/line.js";
import { assertNotEngineFile } from "../backup/backup.js";
import { toContractOffer, toContractPoint, toStatedSample } from "../products/read-offers.js";
import { createYielder, type TaskControl, throwIfCancelled } from "../request/task-control.js";

/** An offer in the import format; flags appear only if they differ from the defaults. */
function exportedOffer(db: ReadDb, offer: StoredOffer) {
  const samples: CatalogueSample[] = samplesOfOffers(db, [offer.id]).map(toStatedSample);
  const conditions = conditionPoints(db, offer.id).map(({ kind, atMs, priceMinor, words }) => {
    const price = priceMinor === null ? null : fromMinor(priceMinor);
    return { kind, price, words, timestamp: new Date(atMs).toISOString() };
  });
  const history = readAllPoints(db, offer.id).map((point) => toContractPoint(point, offer.currency));
  return {
    ...toContractOffer(offer, history),
    ...(offer.isTrusted ? {} : { trusted: false }),
    ...(offer.isValid ? {} : { valid: false }),
    ...(offer.isAuction ? { auction: true } : {}),
    ...(samples.length === 0 ? {} : { samples }),
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}

type ExportedOffer = ReturnType<typeof exportedOffer>;

/** About 2.5 MB of JSON, well below the import's limit. */
const maxPointsPerLine = 20_000;

/** The offer in parts, the newest points first: an import takes the newest one for the present price. */
function splitHistory(offer: ExportedOffer): ExportedOffer[] {
  const { history = [] } = offer;
  if (history.length <= maxPointsPerLine) return [offer];
  const parts: ExportedOffer[] = [];
  for (let end = history.length; end > 0; end -= maxPointsPerLine)
    parts.push({ ...offer, history: history.slice(Math.max(0, end - maxPointsPerLine), end) });
  return parts;
}

/** The offers of each line of a product: all of them on one, unless they have very many points. */
function splitOffers(offers: readonly ExportedOffer[]): ExportedOffer[][] {
  const lines: ExportedOffer[][] = [];
  let line: ExportedOffer[] = [];
  let points = 0;
  for (const part of offers.flatMap(splitHistory)) {
    const own = part.history?.length ?? 0;
    if (line.length > 0 && points + own > maxPointsPerLine) {
      lines.push(line);
      line = [];
      points = 0;
    }
    line.push(part);
    points += own;
  }
  return [...lines, line];
}

/**
 * Yields the whole catalogue as lines of JSON, products first, then deals. Reads a single consistent
 * snapshot.
 */
export function* exportCatalogue(db: ReadDb): Generator<string> {
  db.connection.exec("BEGIN");
  try {
    for (const { id, product } of eachProduct(db)) {
      const review = reviewOfProduct(db, id);
      const priced = offersOfProduct(db, id).filter((offer) => !isUnpriced(offer));
      const offers = priced.map((offer) => exportedOffer(db, offer));
      for (const [i, part] of splitOffers(offers).entries())
        yield JSON.stringify({
          type: "product",
          ...product,
          offers: part,
          ...(review === null || i > 0 ? {} : { review }),
        });
    }
    for (const { deal, category } of eachDeal(db))
      yield JSON.stringify({ type: "deal", ...deal, ...(category === null ? {} : { category }) });
  } finally {
    db.connection.exec("COMMIT");
  }
}

/**
 * Writes lines from the database to a file, which gets its name only once it is complete. Throws `StorageError`.
 */
export async function exportToFile(
  db: ReadDb,
  file: string,
  lines: Iterable<string>,
  onLine?: (line: string) => void | Promise<void>,
): Promise<void> {
  const target = resolve(file);
  assertNotEngineFile(dirname(db.connection.name), target);
  const partialFile = `${target}.part-${process.pid}`;
  try {
    // A symbolic link may stand in a shared folder.
    await rm(partialFile, { force: true });
    await pipeline(linesAsText(lines, onLine), createWriteStream(partialFile, { flags: "wx" }));
    await rename(partialFile, target);
  } catch (error) {
    // Windows releases a file a moment after it is closed.
    await rm(partialFile, { force: true, maxRetries: 5, retryDelay: 50 }).catch(() => undefined);
    throw describeDiskError(error, dirname(target)) ?? error;
  }
}

async function* linesAsText(
  lines: Iterable<string>,
  onLine?: (line: string) => void | Promise<void>,
): AsyncGenerator<string> {
  for (const line of lines) {
    yield `${line}\n`;
    await onLine?.(line);
  }
}

/** The start of every product line. */
const productLinePrefix = '{"type":"product"';

/**
 * Exports a snapshot while the engine keeps serving requests.
 */
export async function exportInSteps(
  folder: string,
  file: string,
  control: TaskControl,
): Promise<HostOutput<"catalogue.export">> {
  const db = openReader(folder);
  try {
    const products = countProducts(db);
    const yieldIfDue = createYielder();
    const counts = { products: 0, deals: 0 };
    await exportToFile(db, file, exportCatalogue(db), (line) => {
      throwIfCancelled(control);
      counts[line.startsWith(productLinePrefix) ? "products" : "deals"]++;
      control.onProgress({ done: counts.products, total: Math.max(products, counts.products) });
      return yieldIfDue();
    });
    return { ...counts, bytes: statSync(file).size };
  } finally {
    db.connection.close();
  }
}
