import { createWriteStream, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { HostOutput } from "../../../shared/data/host-operations.js";
import { openReader } from "../db/open.js";
import { countProducts } from "../db/product.js";
import { describeDiskProblem } from "../db/storage-error.js";
import type { ReadDb } from "../db/store.js";
import { refuseEngineFile } from "./backup.js";
import { exportCatalogue } from "./export-catalogue.js";
import { type LongWork, throwIfCancelled, turns } from "./long-work.js";

/**
 * Writes the whole catalogue to a file, which gets its name only once it is complete. Holds a transaction
 * open, so `db` must not be shared. Throws `StorageError`.
 */
export async function exportToFile(
  db: ReadDb,
  file: string,
  afterEach?: (line: string) => void | Promise<void>,
): Promise<void> {
  const target = resolve(file);
  refuseEngineFile(dirname(db.connection.name), target);
  const part = `${target}.part-${process.pid}`;
  try {
    await pipeline(textOf(exportCatalogue(db), afterEach), createWriteStream(part));
    await rename(part, target);
  } catch (error) {
    // Windows releases a file a moment after it is closed.
    await rm(part, { force: true, maxRetries: 5, retryDelay: 50 }).catch(() => undefined);
    throw describeDiskProblem(error, dirname(target)) ?? error;
  }
}

async function* textOf(
  lines: Iterable<string>,
  afterEach?: (line: string) => void | Promise<void>,
): AsyncGenerator<string> {
  for (const line of lines) {
    yield `${line}\n`;
    await afterEach?.(line);
  }
}

/** The start of every product line. */
const productStart = '{"type":"product"';

/**
 * Exports beside a running engine, which keeps serving requests. Its writes in the meantime are not exported.
 */
export async function exportInSteps(
  folder: string,
  file: string,
  work: LongWork,
): Promise<HostOutput<"catalogue.export">> {
  const db = openReader(folder);
  try {
    const products = countProducts(db);
    const giveTurn = turns();
    const written = { products: 0, deals: 0 };
    await exportToFile(db, file, (line) => {
      throwIfCancelled(work);
      written[line.startsWith(productStart) ? "products" : "deals"]++;
      work.onProgress({ done: written.products, total: Math.max(products, written.products) });
      return giveTurn();
    });
    return { ...written, bytes: statSync(file).size };
  } finally {
    db.connection.close();
  }
}
