import { saveDeal } from "../../db/prices/deal.js";
import { readSetting } from "../../db/setting.js";
import { type ReadDb, type WriteDb, withSavepoint, write, writeDurably } from "../../db/store.js";
import { type CatalogueLine, parseLine } from "../../sources/catalogue/line.js";
import { endBulk } from "../alerts/round.js";
import { refuse } from "../request/contract-error.js";
import { type ImportOptions, importProduct, RejectedLineError } from "./import-product.js";

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
  /** The first 1,000 parts that were left out. */
  readonly skipped: readonly SkippedLine[];
  /** How many were left out. */
  readonly skipped_total: number;
}

const maxSkippedKept = 1_000;

export type ImportContext = ImportOptions & {
  readonly db: ReadDb;
  /** Called after each batch with the lines and totals so far; the next batch waits for it. */
  readonly onProgress?: (lines: number, report: ImportReport) => void | Promise<void>;
  /** Time limit for a batch, so that a running engine stays responsive. At least one line is imported. */
  readonly sliceMs?: number;
};

/**
 * Lines per transaction: enough to be fast, few enough that an engine on the same folder never waits long to
 * write.
 */
const linesPerBatch = 200;

const counts = ["products", "offers", "points", "reviews", "deals", "skipped_total"] as const;

type Tally = Record<(typeof counts)[number], number> & { readonly skipped: SkippedLine[] };

function skip(tally: Tally, line: number, reason: string): void {
  tally.skipped_total++;
  if (tally.skipped.length < maxSkippedKept) tally.skipped.push({ line, reason });
}

/** Imports one validated line. */
function importLine(
  tx: WriteDb,
  line: CatalogueLine,
  lineNumber: number,
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
  for (const reason of imported.notes) skip(tally, lineNumber, reason);
}

function importText(
  tx: WriteDb,
  text: string,
  lineNumber: number,
  options: ImportOptions,
  tally: Tally,
): void {
  const read = parseLine(lineNumber === 1 ? text.replace(/^\uFEFF/, "") : text);
  if (!read.ok) {
    skip(tally, lineNumber, read.reason);
    return;
  }
  try {
    withSavepoint(tx, () => importLine(tx, read.line, lineNumber, options, tally));
  } catch (error) {
    if (!(error instanceof RejectedLineError)) throw error;
    skip(tally, lineNumber, error.message);
  }
}

export function newTally(): Tally {
  return { products: 0, offers: 0, points: 0, reviews: 0, deals: 0, skipped: [], skipped_total: 0 };
}

/** For committed batches only: a rolled-back batch does not count. */
function addTally(tally: Tally, batch: Tally): void {
  for (const name of counts) tally[name] += batch[name];
  tally.skipped.push(...batch.skipped.slice(0, maxSkippedKept - tally.skipped.length));
}

interface NumberedLine {
  readonly text: string;
  readonly lineNumber: number;
}

/** Imports as many lines as fit into a time slice, in one transaction; returns the rest. */
function importSlice(
  context: ImportContext & { readonly restoredAt: string | null },
  lines: readonly NumberedLine[],
  tally: Tally,
): NumberedLine[] {
  const slice = newTally();
  const endMs = performance.now() + (context.sliceMs ?? Number.POSITIVE_INFINITY);
  const done = write(context.db, (tx) => {
    if (readSetting(tx, "restored_at") !== context.restoredAt) throw refuse("restoredMeanwhile");
    let count = 0;
    for (const { text, lineNumber } of lines) {
      if (count > 0 && performance.now() > endMs) break;
      importText(tx, text, lineNumber, context, slice);
      count++;
    }
    return count;
  });
  addTally(tally, slice);
  return lines.slice(done);
}

/**
 * Imports the lines of a catalogue file. Each line is all or nothing; invalid lines are skipped and reported
 * (command line, catalogue file). Committed batches survive a killed process.
 */
export async function importCatalogue(
  context: ImportContext,
  lines: AsyncIterable<string | null> | Iterable<string>,
): Promise<ImportReport> {
  const tally = newTally();
  let batch: NumberedLine[] = [];
  let lineNumber = 0;
  const restoredAt = readSetting(context.db, "restored_at");
  const flush = async () => {
    while (batch.length > 0) {
      batch = importSlice({ ...context, restoredAt, isBulk: true }, batch, tally);
      await context.onProgress?.(batch[0] === undefined ? lineNumber : batch[0].lineNumber - 1, tally);
    }
  };
  for await (const text of lines) {
    lineNumber++;
    if (text === null) skip(tally, lineNumber, "is longer than 4 MiB");
    else if (text.trim() !== "") batch.push({ text, lineNumber });
    if (batch.length >= linesPerBatch) await flush();
  }
  await flush();
  await endBulk(context, context);
  // This durable commit flushes all earlier ones to disk as well.
  writeDurably(context.db, () => undefined);
  return tally;
}

/** Imports lines generated by Tidemark itself, within the caller's transaction. */
export function importGeneratedLines(
  tx: WriteDb,
  lines: Iterable<CatalogueLine>,
  options: ImportOptions,
): ImportReport {
  const tally = newTally();
  let lineNumber = 0;
  for (const line of lines) importLine(tx, line, ++lineNumber, options, tally);
  return tally;
}
