import { crc32 } from "node:zlib";

/**
 * The pure part of the sums by which a database's pages are known again: SQLite keeps none, so a bit that flips within a
 * stored value would be believed. `sums-file.ts` reads and writes.
 */

/**
 * By what a file is known not to have been written to. A write that was meant changes the time of its last change, and
 * only writes that nobody meant, a failing disk's, do not.
 */
export interface FileStamp {
  readonly bytes: number;
  /** Microseconds: finer than the ticks of file systems' clocks, and as exact as programs can set it. */
  readonly changedUs: bigint;
  /**
   * Which log lies beside it, as `log-pages.ts` names it; "" for none. A log is begun anew only once all of the last one is
   * in the database: with another log beside it, the database was written to, though a power cut lost the time of that.
   */
  readonly log: string;
}

export interface PageSums {
  readonly stamp: FileStamp;
  /** When SQLite's own check last found it in order, in milliseconds since 1970; 0 where it never did. */
  readonly checkedMs: number;
  readonly pageBytes: number;
  /** Four bytes a page. */
  readonly sums: Buffer;
}

const sumBytes = 4;
const magic = Buffer.from("Tidemark sums 1\n", "latin1");
const logBytes = 12;
const headBytes = magic.length + 4 + 8 + 8 + 8 + logBytes;

export function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  return one.bytes === other.bytes && one.changedUs === other.changedUs && one.log === other.log;
}

export function pageCount({ stamp, pageBytes }: Pick<PageSums, "stamp" | "pageBytes">): number {
  return Math.ceil(stamp.bytes / pageBytes);
}

/** The page size that a database names in its header; `null` where it is none. */
export function pageBytesOf(head: Buffer): number | null {
  if (head.length < 18) return null;
  const named = head.readUInt16BE(16);
  const bytes = named === 1 ? 65_536 : named;
  const isPowerOfTwo = (bytes & (bytes - 1)) === 0;
  return bytes >= 512 && isPowerOfTwo ? bytes : null;
}

/** The sums of whole pages in a row; the last one may be cut. */
export function sumsOf(pages: Buffer, pageBytes: number): Buffer {
  const sums = Buffer.allocUnsafe(Math.ceil(pages.length / pageBytes) * sumBytes);
  for (let page = 0; page * pageBytes < pages.length; page++)
    sums.writeUInt32LE(crc32(pages.subarray(page * pageBytes, (page + 1) * pageBytes)), page * sumBytes);
  return sums;
}

/** The numbers of the pages that differ, from 1 as SQLite counts them. */
export function differingPages(kept: Buffer, found: Buffer): number[] {
  if (kept.equals(found)) return [];
  const pages: number[] = [];
  for (let at = 0; at < Math.max(kept.length, found.length); at += sumBytes)
    if (!kept.subarray(at, at + sumBytes).equals(found.subarray(at, at + sumBytes)))
      pages.push(at / sumBytes + 1);
  return pages;
}

/** As they are kept in a file; the sum at its end is of all before. */
export function encodeSums({ stamp, checkedMs, pageBytes, sums }: PageSums): Buffer {
  const head = Buffer.alloc(headBytes);
  magic.copy(head);
  head.writeUInt32LE(pageBytes, magic.length);
  head.writeBigUInt64LE(BigInt(stamp.bytes), magic.length + 4);
  head.writeBigInt64LE(stamp.changedUs, magic.length + 12);
  head.writeBigInt64LE(BigInt(checkedMs), magic.length + 20);
  head.write(stamp.log, headBytes - logBytes, "hex");
  const own = Buffer.alloc(sumBytes);
  own.writeUInt32LE(crc32(sums, crc32(head)));
  return Buffer.concat([head, sums, own]);
}

/** What a file says, if it is whole and as it was written; anything else says nothing, and accuses nobody. */
export function decodeSums(file: Buffer): PageSums | null {
  const end = file.length - sumBytes;
  if (end < headBytes || !file.subarray(0, magic.length).equals(magic)) return null;
  if (file.readUInt32LE(end) !== crc32(file.subarray(0, end))) return null;
  const pageBytes = file.readUInt32LE(magic.length);
  const bytes = Number(file.readBigUInt64LE(magic.length + 4));
  const log = file.subarray(headBytes - logBytes, headBytes);
  const stamp = {
    bytes,
    changedUs: file.readBigInt64LE(magic.length + 12),
    log: log.some((byte) => byte !== 0) ? log.toString("hex") : "",
  };
  const sums = file.subarray(headBytes, end);
  const checkedMs = Number(file.readBigInt64LE(magic.length + 20));
  const isWhole = pageBytes > 0 && sums.length === pageCount({ stamp, pageBytes }) * sumBytes;
  return isWhole ? { stamp, checkedMs, pageBytes, sums } : null;
}
