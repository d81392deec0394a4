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

/** How often the sample market moves on. */
const sampleTickMs = MINUTE_MS;
/** The window's first questions come before that: making the market takes some tenths of a second. */
const firstSampleTickMs = 1_500;
const backupAgeMs = 7 * DAY_MS;
/** Start-up and the first look-ups come first. */
const firstBackupMs = 2 * MINUTE_MS;
/** Many a shopper never has the app open for as long as the pace. */
const firstPurgeMs = MINUTE_MS;
const purgeTickMs = HOUR_MS;

/**
 * What is done at its pace whoever asks for what: the sample market moves on, a recent backup is kept, what is old is
 * forgotten. Goes on until the returned function is called.
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

/** Forgets what is kept for a time only. */
function purge(context: HouseContext): void {
  purgeBatchJobs(context);
  purgeDeliveries(context);
  purgeReceived(context.db, context.clock.now());
  purgeInbox(context.db, context.clock.now());
  purgeRules(context.db, context.clock.now());
}

/**
 * Keeps a recent copy at hand for the day the database is damaged. Real time: it is about the file, not prices. A large
 * one takes longer than it is until the next look.
 */
function ownBackups({ dataFolder, log }: HouseContext, signal: AbortSignal): () => void {
  let isUnderWay = false;
  const keep = async (nowMs: number) => {
    isUnderWay = true;
    try {
      await keepOwnBackup(dataFolder, nowMs, signal);
    } catch (error) {
      if (!signal.aborted) log.error("The folder's own backup failed; it is tried again.", error);
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
