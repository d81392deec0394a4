import { saveDeal } from "../db/deal.js";
import { attempt, type ReadDb, type WriteDb, write } from "../db/store.js";
import type { CatalogueLine } from "../sources/catalogue/line.js";
import { readLine } from "../sources/catalogue/read-line.js";
import { type ImportOptions, ImportRefusal, importProduct } from "./import-product.js";

export interface SkippedLine {
  /** Counted from 1. */
  readonly line: number;
  readonly reason: string;
}

export interface ImportReport {
  readonly products: number;
  readonly offers: number;
  readonly points: number;
  readonly reviews: number;
  readonly deals: number;
  readonly skipped: readonly SkippedLine[];
}

export type ImportContext = ImportOptions & {
  readonly db: ReadDb;
  /** Lines entered so far and what they brought, after each batch; the next one waits for it. */
  readonly onProgress?: (lines: number, report: ImportReport) => void | Promise<void>;
  /** Ends a batch early, so that a running engine can answer somebody; at least one line is entered. */
  readonly sliceMs?: number;
};

/**
 * Lines that share a transaction: enough to be quick, few enough that an engine on the same folder never waits long
 * for its turn to write.
 */
const batchLines = 200;

interface Tally {
  products: number;
  offers: number;
  points: number;
  reviews: number;
  deals: number;
  skipped: SkippedLine[];
}

/** Enters one checked line. */
function importLine(
  tx: WriteDb,
  line: CatalogueLine,
  number: number,
  options: ImportOptions,
  tally: Tally,
): void {
  if (line.type === "deal") {
    const { type: _type, category, ...deal } = line;
    saveDeal(tx, { deal, category: category ?? null }, options.isSample);
    tally.deals++;
    return;
  }
  const imported = importProduct(tx, line, options);
  tally.products++;
  tally.offers += imported.offers;
  tally.points += imported.points;
  tally.reviews += imported.reviews;
  for (const reason of imported.notes) tally.skipped.push({ line: number, reason });
}

function importText(tx: WriteDb, text: string, number: number, options: ImportOptions, tally: Tally): void {
  const read = readLine(number === 1 ? text.replace(/^\uFEFF/, "") : text);
  if (!read.ok) {
    tally.skipped.push({ line: number, reason: read.reason });
    return;
  }
  try {
    attempt(tx, () => importLine(tx, read.line, number, options, tally));
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    tally.skipped.push({ line: number, reason: error.message });
  }
}

function newTally(): Tally {
  return { products: 0, offers: 0, points: 0, reviews: 0, deals: 0, skipped: [] };
}

/** What was committed; a batch that was undone counts for nothing. */
function addTo(tally: Tally, batch: Tally): void {
  tally.products += batch.products;
  tally.offers += batch.offers;
  tally.points += batch.points;
  tally.reviews += batch.reviews;
  tally.deals += batch.deals;
  for (const line of batch.skipped) tally.skipped.push(line);
}

interface NumberedLine {
  readonly text: string;
  readonly number: number;
}

/** Enters as many of the lines as fit into a slice, in one transaction; returns the others. */
function importSlice(context: ImportContext, lines: readonly NumberedLine[], tally: Tally): NumberedLine[] {
  const slice = newTally();
  const endMs = performance.now() + (context.sliceMs ?? Number.POSITIVE_INFINITY);
  const done = write(context.db, (tx) => {
    let count = 0;
    for (const { text, number } of lines) {
      if (count > 0 && performance.now() > endMs) break;
      importText(tx, text, number, context, slice);
      count++;
    }
    return count;
  });
  addTo(tally, slice);
  return lines.slice(done);
}

/**
 * Imports a catalogue file's lines: all or nothing per line; a bad line is skipped and named, the rest goes in
 * (command line, catalogue file). What a batch committed stays even if the program is killed afterwards.
 */
export async function importCatalogue(
  context: ImportContext,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<ImportReport> {
  const tally = newTally();
  let batch: NumberedLine[] = [];
  let number = 0;
  const flush = async () => {
    while (batch.length > 0) {
      batch = importSlice(context, batch, tally);
      await context.onProgress?.(batch[0] === undefined ? number : batch[0].number - 1, tally);
    }
  };
  for await (const text of lines) {
    number++;
    if (text.trim() !== "") batch.push({ text, number });
    if (batch.length >= batchLines) await flush();
  }
  await flush();
  // One wait for the disk at the end covers all that was committed before it.
  write(context.db, () => undefined, { durable: true });
  return tally;
}

/** Enters lines that this program made itself, in one transaction. */
export function importOwnLines(
  tx: WriteDb,
  lines: Iterable<CatalogueLine>,
  options: ImportOptions,
): ImportReport {
  const tally = newTally();
  let number = 0;
  for (const line of lines) importLine(tx, line, ++number, options, tally);
  return tally;
}
