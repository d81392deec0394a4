import { existsSync, statSync, truncateSync } from "node:fs";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { flipBit, patchFile } from "../../support/disk.js";
import type { Chance } from "./chance.js";

const pageBytes = 4_096;

/** What a bad disk, a bad cable or a copy that broke off does to a file; gives what was done, in words. */
export type Injury = (file: string, chance: Chance) => string;

const truncated: Injury = (file, chance) => {
  const { size } = statSync(file);
  const left = chance.whole(0, size - 1);
  truncateSync(file, left);
  return `cut from ${size} to ${left} bytes`;
};

const zeroedPage: Injury = (file, chance) => {
  const page = chance.whole(0, Math.max(0, Math.ceil(statSync(file).size / pageBytes) - 1));
  patchFile(file, page * pageBytes, (bytes) => bytes.fill(0), pageBytes);
  return `page ${page} zeroed`;
};

const scribbledPage: Injury = (file, chance) => {
  const page = chance.whole(0, Math.max(0, Math.ceil(statSync(file).size / pageBytes) - 1));
  const scribble = (bytes: Buffer) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = chance.whole(0, 255);
  };
  patchFile(file, page * pageBytes, scribble, pageBytes);
  return `page ${page} overwritten`;
};

const flippedBits: Injury = (file, chance) => {
  const { size } = statSync(file);
  const offsets = Array.from({ length: chance.whole(1, 8) }, () => chance.whole(0, size - 1));
  for (const offset of offsets) flipBit(file, offset, chance.whole(0, 7));
  return `bits flipped at ${offsets.join(", ")}`;
};

export const injuries: readonly Injury[] = [truncated, zeroedPage, scribbledPage, flippedBits];

const shareOfLogs = 0.4;

export interface Injured {
  readonly what: string;
  readonly isLog: boolean;
}

/** Damages the database, or its log if there is one. */
export function injure(data: string, chance: Chance): Injured {
  const log = `${databaseFile(data)}-wal`;
  const hasLog = existsSync(log) && statSync(log).size > 0;
  const isLog = hasLog && chance.is(shareOfLogs);
  const what = chance.pick(injuries)(isLog ? log : databaseFile(data), chance);
  return { what: `${isLog ? "the log" : "the database"}: ${what}`, isLog };
}
