import type { InboxEntry } from "../../shared/app/alerts.js";
import type { AppSettings, QuietHours } from "../../shared/ipc.js";
import type { ShellTextSource } from "../window/shell-texts.js";
import { createNotices, type Notice } from "./notice.js";

const minutesPerDay = 24 * 60;

export interface NotifierOptions {
  readonly settings: () => AppSettings;
  readonly shellTexts: ShellTextSource;
  readonly now: () => Date;
  readonly after: (ms: number, callback: () => void) => void;
  readonly show: (notice: Notice) => void;
}

/** The checks of one run finish together, so alerts within this interval are grouped. */
const groupingMs = 1_500;
/** Computers sleep and clocks change, so recalculate the end of the quiet hours at least this often. */
const maxWaitMs = 5 * 60_000;

/** Groups bursts of alerts, holds them back during quiet hours, and drops them if notifications are off. */
export function createNotifier({
  settings,
  shellTexts,
  now,
  after,
  show,
}: NotifierOptions): (entry: InboxEntry) => void {
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
    for (const notice of createNotices(entries, shellTexts)) show(notice);
  };
  return (entry) => {
    pending.push(entry);
    if (!isScheduled) schedule(groupingMs);
  };
}

function parseMinute(text: string): number {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * Minutes until the quiet hours end, from a minute of the local day (0 to 1,439); 0 outside of them. They may span
 * midnight. Equal start and end times mean no quiet hours.
 */
export function quietMinutesLeft({ from, to }: QuietHours, minute: number): number {
  const length = (parseMinute(to) - parseMinute(from) + minutesPerDay) % minutesPerDay;
  const elapsed = (minute - parseMinute(from) + minutesPerDay) % minutesPerDay;
  return elapsed < length ? length - elapsed : 0;
}

/** Milliseconds until the quiet hours end; 0 outside of them. */
export function quietMsLeft(hours: QuietHours | null, now: Date): number {
  if (hours === null) return 0;
  const minutes = quietMinutesLeft(hours, now.getHours() * 60 + now.getMinutes());
  return minutes === 0 ? 0 : minutes * 60_000 - now.getSeconds() * 1_000 - now.getMilliseconds();
}
