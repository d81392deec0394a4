import type { InboxEntry } from "../../../shared/app/alerts.js";
import type { AppSettings } from "../../../shared/ipc.js";
import type { Speech } from "../speech.js";
import { type Notice, noticesOf } from "./notice.js";
import { quietMsLeft } from "./quiet-hours.js";

export interface NotifierOptions {
  readonly settings: () => AppSettings;
  readonly speech: Speech;
  readonly now: () => Date;
  readonly after: (ms: number, work: () => void) => void;
  readonly show: (notice: Notice) => void;
}

/** The checks of one run finish together, so alerts within this interval are grouped. */
const burstMs = 1_500;
/** Computers sleep and clocks change, so recalculate the end of the quiet hours at least this often. */
const longestWaitMs = 5 * 60_000;

/** Groups bursts of alerts, holds them back during quiet hours, and drops them if notifications are off. */
export function createNotifier({
  settings,
  speech,
  now,
  after,
  show,
}: NotifierOptions): (entry: InboxEntry) => void {
  let waiting: InboxEntry[] = [];
  let isTimed = false;

  const wait = (ms: number) => {
    isTimed = true;
    after(ms, flush);
  };
  const flush = () => {
    isTimed = false;
    const { notifications, quietHours } = settings();
    if (!notifications) waiting = [];
    if (waiting.length === 0) return;
    const quietMs = quietMsLeft(quietHours, now());
    if (quietMs > 0) return wait(Math.min(quietMs, longestWaitMs));
    const entries = waiting;
    waiting = [];
    for (const notice of noticesOf(entries, speech)) show(notice);
  };
  return (entry) => {
    waiting.push(entry);
    if (!isTimed) wait(burstMs);
  };
}
