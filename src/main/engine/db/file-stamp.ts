import { closeSync, openSync, readSync, type StatSyncOptions, statSync } from "node:fs";
import { frameHeadBytes, frameOffsets, logHeadBytes, logName, pageOfFrame } from "./log-pages.js";
import type { FileStamp } from "./page-sums.js";

const exact = { bigint: true, throwIfNoEntry: false } as const satisfies StatSyncOptions;

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Reads as many bytes as there are. */
export function readAt(descriptor: number, bytes: number, position: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes);
  return buffer.subarray(0, readSync(descriptor, buffer, 0, bytes, position));
}

export function withFile<T>(file: string, work: (descriptor: number) => T): T {
  const descriptor = openSync(file, "r");
  try {
    return work(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The log beside a database, by its name; "" for none, `null` where it has no name yet, or none any more. */
function logBeside(file: string): string | null {
  const log = `${file}-wal`;
  return sizeOf(log) === 0 ? "" : withFile(log, (descriptor) => logName(readAt(descriptor, logHeadBytes, 0)));
}

/** By what a database's file is known; `null` where it is not as whoever wrote it last wants it to be. */
export function stampOf(file: string): FileStamp | null {
  const found = statSync(file, exact);
  const log = logBeside(file);
  // A write by a program that uses no log was cut off; SQLite takes it back.
  if (found === undefined || log === null || sizeOf(`${file}-journal`) > 0) return null;
  return { bytes: Number(found.size), changedUs: found.mtimeNs / 1_000n, log };
}

/** The pages that the log beside a database holds: a checkpoint that was cut off may have left them half-written. */
export function pagesInLog(file: string, pageBytes: number): Set<number> {
  const bytes = sizeOf(`${file}-wal`);
  if (bytes === 0) return new Set();
  return withFile(`${file}-wal`, (descriptor) => {
    const logHead = readAt(descriptor, logHeadBytes, 0);
    const frames = [...frameOffsets(bytes, pageBytes)];
    const pages = frames.map((at) => pageOfFrame(logHead, readAt(descriptor, frameHeadBytes, at)));
    return new Set(pages.filter((page) => page !== null));
  });
}
