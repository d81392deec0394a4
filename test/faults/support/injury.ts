import { closeSync, existsSync, ftruncateSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import type { Chance } from "./chance.js";

const pageBytes = 4_096;

/** What a bad disk, a bad cable or a copy that broke off does to a file; gives what was done, in words. */
export type Injury = (file: string, chance: Chance) => string;

function patch(file: string, offset: number, change: (bytes: Buffer) => void, length: number): void {
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

const truncated: Injury = (file, chance) => {
  const { size } = statSync(file);
  const left = chance.whole(0, size - 1);
  const descriptor = openSync(file, "r+");
  ftruncateSync(descriptor, left);
  closeSync(descriptor);
  return `cut from ${size} to ${left} bytes`;
};

const zeroedPage: Injury = (file, chance) => {
  const page = chance.whole(0, Math.max(0, Math.ceil(statSync(file).size / pageBytes) - 1));
  patch(file, page * pageBytes, (bytes) => bytes.fill(0), pageBytes);
  return `page ${page} zeroed`;
};

const scribbledPage: Injury = (file, chance) => {
  const page = chance.whole(0, Math.max(0, Math.ceil(statSync(file).size / pageBytes) - 1));
  const scribble = (bytes: Buffer) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = chance.whole(0, 255);
  };
  patch(file, page * pageBytes, scribble, pageBytes);
  return `page ${page} overwritten`;
};

const flippedBits: Injury = (file, chance) => {
  const { size } = statSync(file);
  const offsets = Array.from({ length: chance.whole(1, 8) }, () => chance.whole(0, size - 1));
  for (const offset of offsets)
    patch(file, offset, (bytes) => bytes.writeUInt8(bytes.readUInt8(0) ^ (1 << chance.whole(0, 7)), 0), 1);
  return `bits flipped at ${offsets.join(", ")}`;
};

export const injuries: readonly Injury[] = [truncated, zeroedPage, scribbledPage, flippedBits];

/** The database or its log, whichever is there. */
export function injure(data: string, chance: Chance): { what: string; isLog: boolean } {
  const log = `${databaseFile(data)}-wal`;
  const hasLog = existsSync(log) && statSync(log).size > 0;
  const isLog = hasLog && chance.is(0.4);
  const what = chance.pick(injuries)(isLog ? log : databaseFile(data), chance);
  return { what: `${isLog ? "the log" : "the database"}: ${what}`, isLog };
}
