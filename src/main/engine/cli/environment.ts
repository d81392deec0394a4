import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { defaultDataFolder } from "../db/data-folder.js";
import { closeStore, openStore } from "../db/open.js";
import { describeDiskProblem } from "../db/storage-error.js";
import { asDamage } from "../db/suspect.js";
import { systemClock } from "../domain/clock.js";
import { ensureDefaultAccount } from "../operations/accounts.js";
import type { OperationContext } from "../operations/context.js";
import { watchForDamage } from "../process/damage-watch.js";
import { readEngineNow } from "../process/folder-lock.js";
import { silentLog } from "../process/log.js";

/** An expected failure, reported in one line with exit code 1. */
export class CommandFailure extends Error {}

export function noSuchAccount(name: string): CommandFailure {
  return new CommandFailure(
    `The account '${name}' does not exist. 'tidemark account set --account ${name}' creates it.`,
  );
}

/** Options of every command. */
export interface GlobalOptions {
  readonly data?: string;
}

export function dataFolderOf(options: GlobalOptions): string {
  return options.data === undefined
    ? defaultDataFolder(process.platform, process.env)
    : resolve(options.data);
}

/** Data goes to stdout; everything else to stderr. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The clock of the engine on the folder, if one runs with its own clock (decision 46). */
function clockOf(folder: string) {
  return readEngineNow(folder) ?? systemClock;
}

/** Runs a command on the folder's data, with or without an engine running on it. */
export async function withStore<T>(
  options: GlobalOptions,
  work: (context: OperationContext, folder: string) => T | Promise<T>,
): Promise<T> {
  const folder = dataFolderOf(options);
  const db = openStore(folder);
  const log = watchForDamage(silentLog, folder);
  try {
    const clock = clockOf(folder);
    ensureDefaultAccount(db, clock.now());
    return await work({ db, clock, randomBytes, log }, folder);
  } catch (error) {
    log.error("The command failed.", error);
    throw asDamage(folder, error) ?? describeDiskProblem(error, folder) ?? error;
  } finally {
    closeStore(db);
  }
}
