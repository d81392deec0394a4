import { create } from "zustand";
import type { AppSettings } from "../../shared/ipc.js";
import { readerOf } from "../../shared/texts/language.js";
import { defaultWatchListView } from "../../shared/watch-list-view.js";
import { bridge } from "../lib/bridge.js";
import { readAs } from "./language.js";

/** As they are until the main process has told. */
const unknownYet: AppSettings = {
  theme: "system",
  language: "system",
  ownCurrency: null,
  notifications: true,
  quietHours: null,
  keepRunning: true,
  watchList: defaultWatchListView,
  checkForUpdates: false,
};

export const useSettings = create<AppSettings>(() => unknownYet);

/** The style sheet follows `data-theme`; without it, the system's own choice. */
function apply(settings: AppSettings): void {
  const { theme, language } = settings;
  useSettings.setState(settings);
  void readAs(readerOf(language, bridge().systemLanguages));
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Counts changes: the answer to one that was overtaken knows nothing of the later one. */
let latest = 0;
/** The change whose answer came last; while that is not the latest one, main may be telling of before it. */
let settled = 0;

/** What main has said last, shown or not. */
let told = unknownYet;

function hear(settings: AppSettings): void {
  told = settings;
  if (settled === latest) apply(settings);
}

/** Follows the settings until the returned function is called. */
export function followSettings(): () => void {
  void bridge().invoke("settings:get").then(hear);
  return bridge().on("settings:changed", hear);
}

export async function changeSettings(change: Partial<AppSettings>): Promise<void> {
  // Shown at once; what the main process has kept is what counts, once it has heard of the latest change.
  apply({ ...useSettings.getState(), ...change });
  const mine = ++latest;
  const kept = await bridge()
    .invoke("settings:update", change)
    .catch(() => bridge().invoke("settings:get"))
    .catch(() => told);
  if (mine !== latest) return;
  settled = mine;
  hear(kept);
}
