import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";

/** A temporary folder that its creator removes. With Vitest, `temporaryFolder` removes itself. */
export interface ScratchFolder {
  readonly path: string;
  remove(): void;
}

export function scratchFolder(purpose: string): ScratchFolder {
  const path = mkdtempSync(join(tmpdir(), `tidemark-${purpose}-`));
  return { path, remove: () => removeFolder(path) };
}

/** Retries for a while, because the children of a killed process may still be writing. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * The files below a folder that contain a text in UTF-8, UTF-16 or base64. A program may be at work there, so files
 * that vanish during the search are skipped.
 */
export function findFilesContaining(folder: string, text: string): string[] {
  const forms = [
    Buffer.from(text),
    Buffer.from(text, "utf16le"),
    Buffer.from(Buffer.from(text).toString("base64").slice(4, -4)),
  ];
  return filesBelow(folder)
    .filter((path) => {
      const bytes = ignoreMissing(() => readFileSync(path));
      return forms.some((form) => bytes?.includes(form));
    })
    .map((path) => path.slice(folder.length + 1));
}

function filesBelow(folder: string): string[] {
  const entries = ignoreMissing(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

function ignoreMissing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Changes bytes of a file in place, as a failing disk does. */
export function patchFile(file: string, offset: number, change: (bytes: Buffer) => void, length = 1): void {
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
  patchFile(file, offset, (bytes) => bytes.writeUInt8(bytes.readUInt8(0) ^ (1 << bit), 0));
}

/** Copies a folder's database and its write-ahead log as they are on the disk now, as after `kill -9`. */
export function copyDatabase(folder: string, to: string): string {
  mkdirSync(to, { recursive: true });
  for (const file of [databaseFile(folder), `${databaseFile(folder)}-wal`])
    if (existsSync(file)) copyFileSync(file, join(to, basename(file)));
  return to;
}
