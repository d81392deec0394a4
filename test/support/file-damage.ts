import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { basename, join } from "node:path";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";

/** Changes bytes of a file in place, as a failing disk does. */
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

/** Copies a folder's database and its log as they are on the disk now: what `kill -9` leaves. */
export function copyDatabase(folder: string, to: string): string {
  mkdirSync(to, { recursive: true });
  for (const file of [databaseFile(folder), `${databaseFile(folder)}-wal`])
    if (existsSync(file)) copyFileSync(file, join(to, basename(file)));
  return to;
}
