import { expect, test } from "vitest";
import type { Notice } from "../../../../src/main/notifications/notice.js";
import { createNotifier } from "../../../../src/main/notifications/notifier.js";
import { createShellTexts } from "../../../../src/main/window/speech.js";
import type { AppSettings } from "../../../../src/shared/ipc.js";
import { defaultWatchListView } from "../../../../src/shared/watch-list-view.js";
import { entry } from "../shell/notifications/entries.js";

const usual: AppSettings = {
  theme: "system",
  language: "system",
  notifications: true,
  quietHours: null,
  keepRunning: true,
  watchList: defaultWatchListView,
  checkForUpdates: false,
};

/** A notifier whose time is moved by hand. */
function stage(start: Date, given: Partial<AppSettings> = {}) {
  let nowMs = start.getTime();
  let settings = { ...usual, ...given };
  const timers: { atMs: number; work: () => void }[] = [];
  const shown: Notice[] = [];
  const tell = createNotifier({
    settings: () => settings,
    shellTexts: createShellTexts(() => ({ language: "en", locale: "en-US" })),
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
    tell,
    shown,
    pass,
    set: (change: Partial<AppSettings>) => (settings = { ...settings, ...change }),
  };
}

const noon = new Date(2026, 4, 4, 12, 0);
const night = { from: "22:00", to: "07:00" };
const hour = 3_600_000;

test("what arrives in a burst is told together", () => {
  const { tell, shown, pass } = stage(noon);
  for (let id = 1; id <= 5; id++) tell(entry(id));
  expect(shown).toEqual([]);
  pass(10_000);
  expect(shown.map(({ title }) => title)).toEqual(["5 price alerts"]);
  tell(entry(6));
  pass(10_000);
  expect(shown.map(({ title }) => title)).toEqual(["5 price alerts", "Lamp 6"]);
});

test("quiet hours hold alerts back until they end, then tell them as one", () => {
  const { tell, shown, pass } = stage(new Date(2026, 4, 4, 23, 0), { quietHours: night });
  for (let id = 1; id <= 3; id++) {
    tell(entry(id));
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

test("quiet hours that are switched off meanwhile hold nothing back for long", () => {
  const { tell, shown, pass, set } = stage(new Date(2026, 4, 4, 23, 0), { quietHours: night });
  tell(entry(1));
  pass(hour);
  set({ quietHours: null });
  pass(6 * 60_000);
  expect(shown).toHaveLength(1);
});

test("where notifications are off none is shown, also not later", () => {
  const { tell, shown, pass, set } = stage(noon, { notifications: false });
  tell(entry(1));
  pass(hour);
  set({ notifications: true });
  tell(entry(2));
  pass(hour);
  expect(shown.map(({ title }) => title)).toEqual(["Lamp 2"]);
});
