import { readFileSync, rmSync, statSync } from "node:fs";
import { databaseFile, sumsFile } from "./data-folder.js";
import { pagesInLog, readAt, stampOf, withFile } from "./file-stamp.js";
import { decodeSums, differingPages, isSameStamp, type PageSums, pageCount, sumsOf } from "./page-sums.js";

/**
 * The file of sums beside the database, as it is read when the database is opened.
 *
 * Whoever opens the database's file by other means than SQLite's has to know: on POSIX, closing it drops all locks that
 * this process has on it, SQLite's own among them, and another process would then take the log away from under an
 * engine. So it is opened here only while this process has no connection to it yet; a running engine keeps one descriptor
 * for as long as it has one (`process/sums-keeper.ts`).
 */

/** Less than a millisecond's worth of summing; a multiple of all page sizes. */
const sliceBytes = 1024 * 1024;

export type SumsVerdict =
  /** There are no sums, or somebody has written to the file since, or is writing to it. */
  | { readonly kind: "unknown" }
  /** Byte for byte as it was left; alone, where all of it was in the one file, and is. */
  | { readonly kind: "same"; readonly isAlone: boolean }
  | { readonly kind: "altered"; readonly pages: number; readonly of: number };

const unknown: SumsVerdict = { kind: "unknown" };

/** Where the slices of so many bytes begin, and how long they are. */
export function* slicesOf(bytes: number): Generator<[at: number, bytes: number]> {
  for (let at = 0; at < bytes; at += sliceBytes) yield [at, Math.min(sliceBytes, bytes - at)];
}

/** Part of a page has another sum than the page: where less was read than is there, nobody is to be accused of that. */
export function whole(read: Buffer, bytes: number): Buffer {
  if (read.length !== bytes) throw new Error(`Only ${read.length} of ${bytes} bytes could be read.`);
  return read;
}

/** The folder's sums, where there are any that are whole. */
function readSums(folder: string): PageSums | null {
  const file = sumsFile(folder);
  return statSync(file, { throwIfNoEntry: false }) === undefined ? null : decodeSums(readFileSync(file));
}

/** What the file says now is taken for what was written. */
export function forgetSums(folder: string): void {
  rmSync(sumsFile(folder), { force: true });
}

/** The sums that the database's file has to have; `null` where nothing is known of it. */
export function sumsThatHold(folder: string): PageSums | null {
  try {
    const kept = readSums(folder);
    const stamp = kept === null ? null : stampOf(databaseFile(folder));
    return kept !== null && stamp !== null && isSameStamp(kept.stamp, stamp) ? kept : null;
  } catch {
    // What cannot be read, SQLite will meet in its turn, and say so.
    return null;
  }
}

function sumsFound(file: string, { stamp, pageBytes }: PageSums): Buffer {
  return withFile(file, (descriptor) => {
    const sums: Buffer[] = [];
    for (const [at, bytes] of slicesOf(stamp.bytes))
      sums.push(sumsOf(whole(readAt(descriptor, bytes, at), bytes), pageBytes));
    return Buffer.concat(sums);
  });
}

/** Pages that are not as they were left, and not in the log, where they are whole. */
export function alteredPages(file: string, kept: PageSums, found: Buffer): number {
  const pages = differingPages(kept.sums, found);
  if (pages.length === 0) return 0;
  const logged = pagesInLog(file, kept.pageBytes);
  return pages.filter((page) => !logged.has(page)).length;
}

/** Holds the file against the sums that it has to have. Only for a process that has no connection to it. */
export function checkSums(folder: string, kept: PageSums): SumsVerdict {
  try {
    const file = databaseFile(folder);
    const pages = alteredPages(file, kept, sumsFound(file, kept));
    // Somebody began to write in the meantime: then that is what was found.
    const after = stampOf(file);
    if (after === null || !isSameStamp(after, kept.stamp)) return unknown;
    if (pages > 0) return { kind: "altered", pages, of: pageCount(kept) };
    return { kind: "same", isAlone: kept.stamp.log === "" };
  } catch {
    return unknown;
  }
}
