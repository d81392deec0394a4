import { statSync } from "node:fs";
import { newestBackup } from "../db/data-folder.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../domain/clock.js";
import { purgeRules } from "../operations/alerts/rules.js";
import type { AppContext } from "../operations/app-registry.js";
import { purgeBatchJobs } from "../operations/batch-step.js";
import type { RequestContext } from "../operations/context.js";
import { purgeInbox } from "../operations/inbox.js";
import { keepOwnBackup } from "../operations/paced-backup.js";
import { purgeDeliveries } from "../operations/purge-deliveries.js";
import { purgeReceived } from "../operations/receive-event.js";
import { advanceSample } from "../operations/sample.js";
import { startOnce, startTicker } from "./ticker.js";

type HouseContext = RequestContext & Pick<AppContext, "dataFolder">;

const sampleTickMs = MINUTE_MS;
/** After the window's first requests, because generating the market takes some tenths of a second. */
const firstSampleTickMs = 1_500;
const backupAgeMs = 7 * DAY_MS;
/** How often to check the newest backup's age. Long enough that start-up and the first look-ups pass first. */
const firstBackupMs = 2 * MINUTE_MS;
/** Sooner than the hourly tick, because many users never have the app open for an hour. */
const firstPurgeMs = MINUTE_MS;
const purgeTickMs = HOUR_MS;

/**
 * Starts the periodic work: advances the sample market, makes backups, and purges old rows. Returns a function that
 * stops it.
 */
export function startHousekeeping(context: HouseContext): () => void {
  const { log, effects } = context;
  const advance = () => advanceSample(context, () => effects.nudge("deliveries"));
  const ending = new AbortController();
  const stops = [
    () => ending.abort(),
    startOnce(firstSampleTickMs, advance, log),
    startTicker(sampleTickMs, advance, log),
    startTicker(firstBackupMs, ownBackups(context, ending.signal), log),
    startOnce(firstPurgeMs, () => purge(context), log),
    startTicker(purgeTickMs, () => purge(context), log),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function purge(context: HouseContext): void {
  purgeBatchJobs(context);
  purgeDeliveries(context);
  purgeReceived(context.db, context.clock.now());
  purgeInbox(context.db, context.clock.now());
  purgeRules(context.db, context.clock.now());
}

/**
 * Makes a backup when the newest one is too old, for the day the database is damaged. Uses real time, not the engine's
 * clock, because it concerns the file. Copying a large database outlasts the tick, so only one backup runs at a time.
 */
function ownBackups({ dataFolder, log }: HouseContext, signal: AbortSignal): () => void {
  let isUnderWay = false;
  const keep = async (nowMs: number) => {
    isUnderWay = true;
    try {
      await keepOwnBackup(dataFolder, nowMs, signal);
    } catch (error) {
      if (!signal.aborted) log.error("The automatic backup failed; it will be retried.", error);
    } finally {
      isUnderWay = false;
    }
  };
  return () => {
    const newest = newestBackup(dataFolder);
    const newestMs = newest === null ? 0 : statSync(newest).mtimeMs;
    const nowMs = Date.now();
    if (!isUnderWay && nowMs - newestMs > backupAgeMs) void keep(nowMs);
  };
}
