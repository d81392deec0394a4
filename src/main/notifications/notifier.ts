import type { InboxEntry } from "../../shared/app/alerts.js";
import type { AppSettings } from "../../shared/ipc.js";
import { quietMsLeft } from "../../shared/quiet-hours.js";
import { groupingMs } from "../../shared/texts/alert-notices.js";
import type { ShopNamer } from "../../shared/texts/sentences.js";
import type { ShellTextSource } from "../window/shell-texts.js";
import { createNotices, type Notice } from "./notice.js";

export interface NotifierOptions {
  readonly settings: () => AppSettings;
  readonly shellTexts: ShellTextSource;
  readonly shopName: ShopNamer;
  readonly now: () => Date;
  readonly after: (ms: number, callback: () => void) => void;
  readonly show: (notice: Notice) => void;
}

/** Computers sleep and clocks change, so recalculate the end of the quiet hours at least this often. */
const maxWaitMs = 5 * 60_000;

/**
 * Groups bursts of alerts, holds them back during quiet hours, and drops them if notifications are off. Also drops
 * what an engine repeats after it was killed.
 */
export function createNotifier({
  settings,
  shellTexts,
  shopName,
  now,
  after,
  show,
}: NotifierOptions): (entry: InboxEntry) => void {
  const knownIds = new Set<string>();
  let pending: InboxEntry[] = [];
  let isScheduled = false;

  const schedule = (ms: number) => {
    isScheduled = true;
    after(ms, flush);
  };
  const flush = () => {
    isScheduled = false;
    const { notifications, quietHours } = settings();
    if (!notifications) pending = [];
    if (pending.length === 0) return;
    const quietMs = quietMsLeft(quietHours, now());
    if (quietMs > 0) return schedule(Math.min(quietMs, maxWaitMs));
    const entries = pending;
    pending = [];
    for (const notice of createNotices(entries, shellTexts.alertWords(shopName))) show(notice);
  };
  return (entry) => {
    if (knownIds.has(entry.event_id)) return;
    knownIds.add(entry.event_id);
    pending.push(entry);
    if (!isScheduled) schedule(groupingMs);
  };
}
