import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import { databaseFile, sumsFile } from "../../src/main/engine/db/data-folder.js";

/** To the microsecond; half of one more, as a time in seconds is cut to it. */
function setChanged(file: string, changedUs: bigint): void {
  const seconds = (Number(changedUs) + 0.5) / 1e6;
  utimesSync(file, seconds, seconds);
}

function changedUsOf(file: string): bigint {
  return statSync(file, { bigint: true }).mtimeNs / 1_000n;
}

/** Changes a file as a failing disk does: the time of its last change stays. */
export function unnoticed<T>(file: string, work: () => T): T {
  const changedUs = changedUsOf(file);
  try {
    return work();
  } finally {
    setChanged(file, changedUs);
  }
}

export function patch(file: string, offset: number, change: (bytes: Buffer) => void, length = 1): void {
  const descriptor = openSync(file, "r+");
  try {
    const bytes = Buffer.alloc(length);
    readSync(descriptor, bytes, 0, length, offset);
    change(bytes);
    writeSync(descriptor, bytes, 0, length, offset);
  } finally {
    closeSync(descriptor);
  }
}

export function flipBit(file: string, offset: number, bit = 0): void {
  patch(file, offset, (bytes) => bytes.writeUInt8(bytes.readUInt8(0) ^ (1 << bit), 0));
}

/** Gives a copied folder's database the time of the one that was copied. */
export function sameTime(folder: string, copy: string): void {
  setChanged(databaseFile(copy), changedUsOf(databaseFile(folder)));
}

/** A folder's database with all that belongs to it, as the disk has it at this moment: what `kill -9` leaves. */
export function copyAsIs(folder: string, to: string, { withSums = true } = {}): string {
  mkdirSync(to, { recursive: true });
  const files = [databaseFile(folder), `${databaseFile(folder)}-wal`];
  for (const file of withSums ? [...files, sumsFile(folder)] : files) {
    if (!existsSync(file)) continue;
    const copy = join(to, basename(file));
    copyFileSync(file, copy);
    setChanged(copy, changedUsOf(file));
  }
  return to;
}
