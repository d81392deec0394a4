import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import type { DroppedRows, Power } from "../../../../shared/data/powers.js";
import { deliveryProblems as said } from "../../../../shared/texts/en/delivery-problems.js";
import { DAY_MS } from "../../../../shared/time.js";
import { accountById } from "../../db/accounts/account.js";
import {
  type ApiKey,
  deleteEphemeralKeys,
  ephemeralKeys,
  insertKey,
  repeatRevocation,
  revokedKeys,
} from "../../db/accounts/api-key.js";
import { insertDevice, revokedDevices } from "../../db/accounts/device.js";
import { markAnnouncedBefore } from "../../db/alerts/inbox.js";
import { endWaiting } from "../../db/channels/channel-message.js";
import { openConnection } from "../../db/connection.js";
import { databaseFile, ensureFolder, isOwnDatabase } from "../../db/data-folder.js";
import { checkBackup, closeStore, meetsConstraints, migrate, openStore } from "../../db/open.js";
import { saveSetting } from "../../db/setting.js";
import { describeDiskError, StorageError, UnusableDatabaseError } from "../../db/storage-error.js";
import { type ReadDb, type WriteDb, write } from "../../db/store.js";
import { clearSuspect } from "../../db/suspect.js";
import { cancelDeliveriesBefore } from "../../db/webhooks/delivery.js";
import { backUp, formatTimestamp, unusableBackupError } from "./backup.js";
import { dropInvalidRows, InvalidAccountError } from "./check-values.js";
import { newPowers, turnOffPowers } from "./powers.js";

export interface RestoreOutcome {
  /** The path of the replaced data; `null` if there was none. */
  readonly previous: string | null;
  /** False if the replaced data could not be read: keys that were revoked since the backup are valid again. */
  readonly keepsRevocations: boolean;
  /** What the backup has that the replaced data lacked, and whether it is on. */
  readonly powers: readonly Power[];
  readonly arePowersOn: boolean;
  readonly dropped: readonly DroppedRows[];
}

interface RestoreOptions {
  readonly nowMs: number;
  /** Whether to turn on what the replaced data lacked. Without data to replace, it is on in any case. */
  readonly trust: boolean;
}

/**
 * Replaces the folder's database with a backup and keeps the old data beside it. A running engine sees the
 * restored data in its next transaction. Throws `StorageError`, without changing anything, if the file fails
 * its check.
 */
export async function restore(
  folder: string,
  file: string,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const problem = isOwnDatabase(folder, file) ? "in-use" : checkBackup(file);
  if (problem !== null) throw unusableBackupError(file, problem);
  ensureFolder(folder);
  const staged = `${databaseFile(folder)}.part-${process.pid}`;
  try {
    await copyDatabase(file, staged);
    assertMeetsConstraints(staged, file);
    return await replaceDatabase(staged, folder, options);
  } catch (error) {
    if (error instanceof InvalidAccountError) throw unusableBackupError(file, "damaged");
    throw describeDiskError(error, folder) ?? error;
  } finally {
    for (const suffix of fileSuffixes) rmSync(staged + suffix, { force: true });
  }
}

function assertMeetsConstraints(staged: string, file: string): void {
  const connection = openConnection(staged);
  try {
    if (!meetsConstraints(connection)) throw unusableBackupError(file, "damaged");
  } finally {
    connection.close();
  }
}

const fileSuffixes = ["", "-wal", "-shm"] as const;

/** Replaces what the folder's database holds, after a copy of that. */
async function replaceContent(staged: string, folder: string, previous: string): Promise<void> {
  await backUp(folder, previous);
  try {
    await copyDatabase(staged, databaseFile(folder));
  } catch (error) {
    // The data is as before, unless the disk fails: a second copy would only take what a full one lacks.
    if (describeDiskError(error, folder)?.kind !== "disk-errors") rmSync(previous, { force: true });
    throw error;
  }
}

/** Replaces the folder's database with the staged copy. */
async function replaceDatabase(
  staged: string,
  folder: string,
  { nowMs, trust }: RestoreOptions,
): Promise<RestoreOutcome> {
  const isNew = !existsSync(databaseFile(folder));
  const current = isNew ? null : openIfUsable(folder);
  try {
    const arePowersOn = trust || isNew;
    const prepared = prepareStaged(staged, current, { arePowersOn, nowMs });
    // A leftover WAL is moved aside too: SQLite would apply it to the restored database and corrupt it.
    const previous = isNew && !hasLeftovers(folder) ? null : findUnusedPath(folder, nowMs);
    if (current !== null && previous !== null) {
      await replaceContent(staged, folder, previous);
    } else {
      if (previous !== null) moveAside(folder, previous);
      renameSync(staged, databaseFile(folder));
    }
    clearSuspect(folder);
    const keepsRevocations = isNew || current !== null;
    return { previous: isNew ? null : previous, keepsRevocations, arePowersOn, ...prepared };
  } finally {
    if (current !== null) closeStore(current);
  }
}

/**
 * Migrates an older backup. Its ephemeral keys have expired; those of the running engine must stay valid. Revoked keys
 * and devices stay revoked, also those that the backup lacks: a later restore of another backup may have them.
 */
function prepareStaged(
  staged: string,
  current: ReadDb | null,
  { arePowersOn, nowMs }: { readonly arePowersOn: boolean; readonly nowMs: number },
): Pick<RestoreOutcome, "powers" | "dropped"> {
  const db: ReadDb = { connection: openConnection(staged) };
  const replaced =
    current === null ? noKeys : { ofRun: ephemeralKeys(current), revoked: revokedKeys(current) };
  try {
    migrate(db);
    return write(db, (tx) => {
      const dropped = dropInvalidRows(tx);
      deleteEphemeralKeys(tx);
      saveSetting(tx, "restored_at", String(nowMs));
      const missing = replaced.revoked.filter((key) => !repeatRevocation(tx, key));
      for (const key of [...replaced.ofRun, ...missing])
        if (accountById(tx, key.accountId) !== undefined) insertKey(tx, key);
      for (const device of current === null ? [] : revokedDevices(current)) insertDevice(tx, device);
      // Alerts that waited in the backup have been sent by the replaced data, or are no news any more.
      endWaitingAlerts(tx, current === null ? nowMs - DAY_MS : Number.MAX_SAFE_INTEGER, nowMs);
      const powers = newPowers(tx, current);
      if (!arePowersOn) turnOffPowers(tx, current);
      return { powers, dropped };
    });
  } finally {
    closeStore(db);
  }
}

function endWaitingAlerts(tx: WriteDb, beforeMs: number, nowMs: number): void {
  const error = said.wasInBackup;
  endWaiting(tx, beforeMs, { error, action: said.lookInInbox, endedMs: nowMs });
  markAnnouncedBefore(tx, beforeMs, nowMs);
  cancelDeliveriesBefore(tx, beforeMs, nowMs);
}

const noKeys: { readonly ofRun: readonly ApiKey[]; readonly revoked: readonly ApiKey[] } = {
  ofRun: [],
  revoked: [],
};

/** A name not taken by an earlier restore, not even one within the same second. */
function findUnusedPath(folder: string, nowMs: number): string {
  const base = join(folder, `tidemark.before-restore-${formatTimestamp(nowMs)}`);
  let name = `${base}.sqlite3`;
  for (let i = 2; existsSync(name); i++) name = `${base}-${i}.sqlite3`;
  return name;
}

function openIfUsable(folder: string): ReadDb | null {
  try {
    // At any size: a copy of a damaged database would fail half-way.
    return openStore(folder, { quickCheckMaxBytes: Number.POSITIVE_INFINITY });
  } catch (error) {
    // An unusable database is moved aside unread, but a full disk or a busy database is an error.
    if (error instanceof UnusableDatabaseError) return null;
    throw error;
  }
}

function hasLeftovers(folder: string): boolean {
  return fileSuffixes.some((suffix) => existsSync(databaseFile(folder) + suffix));
}

function moveAside(folder: string, previous: string): void {
  for (const suffix of fileSuffixes)
    if (existsSync(databaseFile(folder) + suffix))
      renameSync(databaseFile(folder) + suffix, previous + suffix);
}

/** How long to wait for another process to stop writing to the target. */
const copyTimeoutMs = 10_000;
const copyRetryDelayMs = 20;

/** SQLite's backup API writes within one transaction, so an engine on the target keeps its connection. */
async function copyDatabase(file: string, target: string): Promise<void> {
  const source = openConnection(file, { readonly: true });
  try {
    const deadlineMs = performance.now() + copyTimeoutMs;
    while (!(await copyOnce(source, target))) {
      if (performance.now() > deadlineMs) throw busyError(target);
      await new Promise((resolve) => setTimeout(resolve, copyRetryDelayMs));
    }
  } finally {
    source.close();
  }
}

/** While the target is being written to, the driver copies nothing and reports success with zero pages. */
async function copyOnce(source: Database.Database, target: string): Promise<boolean> {
  const { totalPages } = await source.backup(target, { progress: () => 0x7fffffff });
  return totalPages > 0;
}

function busyError(target: string): StorageError {
  return new StorageError(
    "busy",
    `${target} is being written to by another program.`,
    "Close the other program and try again; nothing was changed.",
  );
}
