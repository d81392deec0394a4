import { statSync } from "node:fs";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../shared/time.js";
import { listBackups } from "../db/data-folder.js";
import { deleteExpired } from "../db/expired.js";
import { purgeActs, resumeActs } from "../operations/acts/acts.js";
import type { AppContext } from "../operations/app-registry.js";
import { writeAutomaticBackup } from "../operations/backup/backup.js";
import { advanceSample } from "../operations/catalogue/sample.js";
import type { PictureStore } from "../operations/pages/pictures.js";
import type { RequestContext } from "../operations/request/context.js";
import type { FolderLock } from "./folder-lock.js";
import { startInterval, startTimeout } from "./timers.js";

type HousekeepingContext = RequestContext &
  Pick<AppContext, "dataFolder"> & {
    readonly pictures: Pick<PictureStore, "sweep">;
    readonly lock: Pick<FolderLock, "assertOwn">;
  };

const sampleIntervalMs = MINUTE_MS;
/** After the window's first requests, because generating the market takes some tenths of a second. */
const firstSampleDelayMs = 1_500;
const lockCheckMs = MINUTE_MS;
const maxBackupAgeMs = 7 * DAY_MS;
/** How often to check the newest backup's age. Long enough not to compete with start-up and the first look-ups. */
const backupCheckMs = 2 * MINUTE_MS;
/** Sooner than the hourly purge, because many users never have the app open for an hour. */
const firstPurgeDelayMs = MINUTE_MS;
const purgeIntervalMs = HOUR_MS;

/**
 * Starts the periodic work: advances the sample market, makes backups, and purges old rows. Returns a function that
 * stops it.
 */
export function startHousekeeping(context: HousekeepingContext, onActsDeleted = () => {}): () => void {
  const { log, lock } = context;
  const advance = () => advanceSample(context);
  const ending = new AbortController();
  const stopFunctions = [
    () => ending.abort(),
    startTimeout(firstSampleDelayMs, advance, log),
    startInterval(sampleIntervalMs, advance, log),
    startInterval(lockCheckMs, lock.assertOwn, log),
    startInterval(backupCheckMs, createBackupCheck(context, ending.signal), log),
    startTimeout(0, () => resumeInterrupted(context), log),
    startTimeout(firstPurgeDelayMs, () => purgeExpired(context, onActsDeleted), log),
    startInterval(purgeIntervalMs, () => purgeExpired(context, onActsDeleted), log),
  ];
  return () => {
    for (const stop of stopFunctions) stop();
  };
}

function resumeInterrupted(context: HousekeepingContext): void {
  resumeActs(context).catch((error: unknown) => context.log.error("An interrupted undo failed.", error));
}

function purgeExpired(context: HousekeepingContext, onActsDeleted: () => void): void {
  deleteExpired(context.db, context.clock.now());
  if (purgeActs(context)) onActsDeleted();
  context.pictures
    .sweep()
    .catch((error: unknown) => context.log.error("Old pictures could not be deleted.", error));
}

/**
 * Makes a backup when the newest one is too old. Uses real time, not the engine's clock, because it compares file times.
 * Copying a large database takes longer than the interval, so only one backup runs at a time.
 */
function createBackupCheck({ dataFolder, log }: HousekeepingContext, signal: AbortSignal): () => void {
  let isRunning = false;
  const backUp = async (nowMs: number) => {
    isRunning = true;
    try {
      await writeAutomaticBackup(dataFolder, nowMs, signal);
    } catch (error) {
      if (!signal.aborted) log.error("The automatic backup failed; it will be retried.", error);
    } finally {
      isRunning = false;
    }
  };
  return () => {
    const nowMs = Date.now();
    // A clock that ran ahead must not put backups off.
    const isRecent = listBackups(dataFolder).some(
      (file) => Math.abs(nowMs - statSync(file).mtimeMs) <= maxBackupAgeMs,
    );
    if (!isRunning && !isRecent) void backUp(nowMs);
  };
}
