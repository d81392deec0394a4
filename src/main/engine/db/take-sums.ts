import { closeSync, fstatSync, openSync, read, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { databaseFile, sumsFile } from "./data-folder.js";
import { stampOf } from "./file-stamp.js";
import { isFirstLog } from "./log-pages.js";
import { encodeSums, type FileStamp, isSameStamp, type PageSums, pageBytesOf, sumsOf } from "./page-sums.js";
import { alteredPages, slicesOf, whole } from "./sums-file.js";

/** Takes the sums of a database's pages while others go on. */

const headBytes = 100;
/** Most file systems' clocks tick every few milliseconds; those that take seconds are not waited for. */
const ticks = { tries: 6, waitMs: 20 } as const;

const readSlowly = promisify(read);

async function bytesAt(descriptor: number, bytes: number, position: number): Promise<Buffer> {
  const { bytesRead, buffer } = await readSlowly(descriptor, Buffer.allocUnsafe(bytes), 0, bytes, position);
  return whole(buffer.subarray(0, bytesRead), bytes);
}

/** The sums of the file's pages, a slice at a time; `null` where it was given up. */
async function sumSlowly(
  descriptor: number,
  bytes: number,
  pageBytes: number,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const sums: Buffer[] = [];
  for (const [at, sliceBytes] of slicesOf(bytes)) {
    if (signal.aborted) return null;
    sums.push(sumsOf(await bytesAt(descriptor, sliceBytes, at), pageBytes));
    await nextTurn();
  }
  return Buffer.concat(sums);
}

/** Whether a descriptor is that of the file that now has this name. */
function isStill(descriptor: number, file: string): boolean {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  const own = fstatSync(descriptor, { bigint: true });
  return found !== undefined && found.ino === own.ino && found.dev === own.dev;
}

/**
 * A new file beside the database that is younger than its last change by the file system's own clock: whatever is
 * written to the database from now on gets another time than that. `null` where the clock is too coarse to tell.
 */
async function openYounger(part: string, changedUs: bigint): Promise<number | null> {
  for (let tried = 0; tried < ticks.tries; tried++) {
    rmSync(part, { force: true });
    const descriptor = openSync(part, "wx", 0o600);
    if (fstatSync(descriptor, { bigint: true }).mtimeNs / 1_000n > changedUs) return descriptor;
    closeSync(descriptor);
    await pause(ticks.waitMs);
  }
  return null;
}

export interface Taking {
  readonly folder: string;
  /** Of the database; see `sums-file.ts` for why it is not opened here. */
  readonly descriptor: number;
  readonly checkedMs: number;
  readonly signal: AbortSignal;
}

/**
 * Writes the sums of the folder's database as it is now, at once or not at all; gives what they are of, or `null` where
 * somebody wrote to it meanwhile.
 */
export async function takeSums(taking: Taking): Promise<FileStamp | null> {
  const file = databaseFile(taking.folder);
  const part = `${sumsFile(taking.folder)}.part`;
  const stamp = stampOf(file);
  if (stamp === null || stamp.bytes === 0) return null;
  try {
    const younger = await openYounger(part, stamp.changedUs);
    if (younger === null || !(await fill(younger, taking, stamp))) return null;
    renameSync(part, sumsFile(taking.folder));
    return stamp;
  } finally {
    rmSync(part, { force: true });
  }
}

async function fill(part: number, taking: Taking, stamp: FileStamp): Promise<boolean> {
  try {
    const sums = await sumsNow(taking, stamp);
    const file = databaseFile(taking.folder);
    const after = stampOf(file);
    const isUntouched = after !== null && isSameStamp(stamp, after) && isStill(taking.descriptor, file);
    if (sums === null || !isUntouched) return false;
    writeFileSync(part, encodeSums(sums));
    return true;
  } finally {
    closeSync(part);
  }
}

async function sumsNow(
  { descriptor, checkedMs, signal }: Taking,
  stamp: FileStamp,
): Promise<PageSums | null> {
  const pageBytes = pageBytesOf(await bytesAt(descriptor, Math.min(headBytes, stamp.bytes), 0));
  if (pageBytes === null) return null;
  const sums = await sumSlowly(descriptor, stamp.bytes, pageBytes, signal);
  return sums === null ? null : { stamp, checkedMs, pageBytes, sums };
}

/** Whether a file is as these sums are of, as far as a system can tell that has run since. */
function isUntouchedSince(kept: FileStamp, now: FileStamp | null): boolean {
  if (now === null || !isSameStamp({ ...now, log: "" }, { ...kept, log: "" })) return false;
  return now.log === kept.log || (kept.log === "" && isFirstLog(now.log));
}

/**
 * How many pages of an open database are not as they were when it was opened and these sums held; 0 also where it was
 * written to since, so that nothing is known.
 */
export async function alteredSince(
  file: string,
  descriptor: number,
  kept: PageSums,
  signal: AbortSignal,
): Promise<number> {
  if (!isUntouchedSince(kept.stamp, stampOf(file)) || !isStill(descriptor, file)) return 0;
  const found = await sumSlowly(descriptor, kept.stamp.bytes, kept.pageBytes, signal);
  if (found === null) return 0;
  const pages = alteredPages(file, kept, found);
  return isUntouchedSince(kept.stamp, stampOf(file)) ? pages : 0;
}
