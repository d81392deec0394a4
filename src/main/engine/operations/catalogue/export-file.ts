import { createWriteStream, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { HostOutput } from "../../../../shared/data/host-operations.js";
import { openReader } from "../../db/open.js";
import { countProducts } from "../../db/products/product.js";
import { describeDiskError } from "../../db/storage-error.js";
import type { ReadDb } from "../../db/store.js";
import { assertNotEngineFile } from "../backup/backup.js";
import { createYielder, type TaskControl, throwIfCancelled } from "../request/task-control.js";
import { exportCatalogue } from "./export-catalogue.js";

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
    await pipeline(linesAsText(lines, onLine), createWriteStream(partialFile));
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
