import { randomBytes } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import manifest from "../../../../package.json" with { type: "json" };
import { databaseFile, defaultDataFolder } from "../db/data-folder.js";
import { closeStore, openStore } from "../db/open.js";
import { describeDiskError } from "../db/storage-error.js";
import type { ReadDb } from "../db/store.js";
import { toDamagedError } from "../db/suspect.js";
import { cleanText, escapeSteering } from "../domain/clean-text.js";
import { systemClock } from "../domain/clock.js";
import { ensureDefaultAccount } from "../operations/account/accounts.js";
import type { OperationContext } from "../operations/request/context.js";
import { createDamageDetectingLog } from "../process/damage-watch.js";
import { forgetKilledEngine, readEngineClock } from "../process/folder-lock.js";
import { silentLog } from "../process/log.js";
import { openToRead } from "../process/open-to-read.js";

/** An expected failure, reported in one line with exit code 1. */
export class CommandError extends Error {}

/** The message of an expected failure, for one result of several. Rethrows other errors. */
export function toReason(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  throw error;
}

export function unknownAccount(name: string): CommandError {
  return new CommandError(
    `The account '${name}' does not exist. 'tidemark account set --account ${name}' creates it.`,
  );
}

/** Options of every command. */
export interface GlobalOptions {
  readonly data?: string;
}

export function resolveDataFolder(options: GlobalOptions): string {
  const named = options.data ?? (process.env.TIDEMARK_DATA || undefined);
  return named === undefined ? defaultDataFolder(process.platform, process.env) : resolve(named);
}

/** Data goes to stdout; everything else to stderr. */
export function printJson(value: unknown): void {
  process.stdout.write(`${escapeSteering(JSON.stringify(value))}\n`);
}

/** A message may quote a file name with line breaks, but is always one line. */
export function printToStderr(message: string): void {
  process.stderr.write(`${cleanText(message).replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ")}\n`);
}

/** The clock of the engine that runs on the folder, otherwise the system's (decision 46). */
function readClock(folder: string) {
  return readEngineClock(folder) ?? systemClock;
}

type StoreCommand<T> = (context: OperationContext, folder: string) => T | Promise<T>;

async function runOnStore<T>(folder: string, db: ReadDb, command: StoreCommand<T>): Promise<T> {
  const log = createDamageDetectingLog(silentLog, folder);
  try {
    const clock = readClock(folder);
    ensureDefaultAccount(db, clock.now());
    return await command({ db, clock, randomBytes, log }, folder);
  } catch (error) {
    log.error("The command failed.", error);
    throw toDamagedError(folder, error) ?? describeDiskError(error, folder) ?? error;
  } finally {
    closeStore(db);
  }
}

/** Runs a command on the folder's data, which is created if it is missing, even while an engine runs on it. */
export async function withStore<T>(options: GlobalOptions, command: StoreCommand<T>): Promise<T> {
  const folder = resolveDataFolder(options);
  forgetKilledEngine(folder);
  return runOnStore(folder, openStore(folder), command);
}

/**
 * Runs a command that only reads. It creates nothing in the folder, which may be read-only. Throws `CommandError` if
 * there is no data.
 */
export async function withReadableStore<T>(options: GlobalOptions, command: StoreCommand<T>): Promise<T> {
  const folder = resolveDataFolder(options);
  assertReadable(folder);
  return runOnStore(folder, openToRead(folder), command);
}

function assertReadable(folder: string): void {
  try {
    accessSync(databaseFile(folder), constants.R_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT")
      throw new CommandError(
        `There is no data in ${folder}. Add a product with 'tidemark watch add LINK', or choose another folder with --data DIR.`,
      );
    if (code === "EACCES")
      throw new CommandError(
        `${databaseFile(folder)} cannot be read. Grant your user read permission, or choose another folder with --data DIR.`,
      );
    throw describeDiskError(error, folder) ?? error;
  }
}

export const version: string = manifest.version;
