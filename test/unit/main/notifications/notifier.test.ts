import { expect, test } from "vitest";
import type { Notice } from "../../../../src/main/notifications/notice.js";
import { createNotifier } from "../../../../src/main/notifications/notifier.js";
import { createShellTexts } from "../../../../src/main/window/shell-texts.js";
import type { AppSettings } from "../../../../src/shared/ipc.js";
import { defaultWatchListView } from "../../../../src/shared/watch-list-view.js";
import { createInboxEntry as entry } from "../../../support/inbox-entry.js";

const defaults: AppSettings = {
  theme: "system",
  language: "system",
  notifications: true,
  quietHours: null,
  keepRunning: true,
  watchList: defaultWatchListView,
  ownCurrency: null,
  checkForUpdates: false,
};

/** A notifier whose clock the test advances. */
function startNotifier(start: Date, overrides: Partial<AppSettings> = {}) {
  let nowMs = start.getTime();
  let settings = { ...defaults, ...overrides };
  const timers: { atMs: number; work: () => void }[] = [];
  const shown: Notice[] = [];
  const notify = createNotifier({
    settings: () => settings,
    shellTexts: createShellTexts(() => ({ language: "en", locale: "en-US" })),
    shopName: (host) => host,
    now: () => new Date(nowMs),
    after: (ms, work) => timers.push({ atMs: nowMs + ms, work }),
    show: (notice) => shown.push(notice),
  });
  const pass = (ms: number) => {
    const untilMs = nowMs + ms;
    for (;;) {
      const next = timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined) break;
      timers.splice(timers.indexOf(next), 1);
      nowMs = next.atMs;
      next.work();
    }
    nowMs = untilMs;
  };
  return {
    notify,
    shown,
    pass,
    set: (change: Partial<AppSettings>) => (settings = { ...settings, ...change }),
  };
}

const noon = new Date(2026, 4, 4, 12, 0);
const night = { from: "22:00", to: "07:00" };
const hour = 3_600_000;

test("an alert that a restarted engine announces again is shown once", () => {
  const { notify, shown, pass } = startNotifier(noon);
  notify(entry(1));
  pass(hour);
  for (const id of [1, 2]) notify(entry(id));
  pass(hour);
  expect(shown).toHaveLength(2);
});

test("alerts that arrive in a burst share a notification", () => {
  const { notify, shown, pass } = startNotifier(noon);
  for (let id = 1; id <= 5; id++) notify(entry(id));
  expect(shown).toEqual([]);
  pass(10_000);
  expect(shown.map(({ title }) => title)).toEqual(["5 price alerts"]);
  notify(entry(6));
  pass(10_000);
  expect(shown.map(({ title }) => title)).toEqual(["5 price alerts", "Lamp 6"]);
});

test("quiet hours hold alerts back and show them as one when they end", () => {
  const { notify, shown, pass } = startNotifier(new Date(2026, 4, 4, 23, 0), { quietHours: night });
  for (let id = 1; id <= 3; id++) {
    notify(entry(id));
    pass(hour);
  }
  expect(shown).toEqual([]);
  pass(4 * hour + 59 * 60_000);
  expect(shown).toEqual([]);
  pass(2 * 60_000);
  expect(shown.map(({ title }) => title)).toEqual(["3 price alerts"]);
  pass(24 * hour);
  expect(shown).toHaveLength(1);
});

test("alerts held back are shown soon after quiet hours are turned off", () => {
  const { notify, shown, pass, set } = startNotifier(new Date(2026, 4, 4, 23, 0), { quietHours: night });
  notify(entry(1));
  pass(hour);
  set({ quietHours: null });
  pass(6 * 60_000);
  expect(shown).toHaveLength(1);
});

test("alerts that arrive while notifications are off are never shown", () => {
  const { notify, shown, pass, set } = startNotifier(noon, { notifications: false });
  notify(entry(1));
  pass(hour);
  set({ notifications: true });
  notify(entry(2));
  pass(hour);
  expect(shown.map(({ title }) => title)).toEqual(["Lamp 2"]);
});
