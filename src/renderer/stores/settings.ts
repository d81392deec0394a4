import { useEffect, useState } from "react";
import { create } from "zustand";
import type { AppSettings, DesktopState } from "../../shared/ipc.js";
import { type SettingsSection, settingsSections } from "../../shared/settings-sections.js";
import { readerOf } from "../../shared/texts/language.js";
import { defaultWatchListView } from "../../shared/watch-list-view.js";
import { bridge, isInBrowser } from "../lib/bridge.js";
import { readAs } from "./language.js";

/** Defaults until the main process has answered. */
export const unknownYet: AppSettings = {
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

/** The style sheet follows `data-theme`; without it, the system's theme. */
function apply(settings: AppSettings): void {
  const { theme, language } = settings;
  useSettings.setState(settings);
  void readAs(readerOf(language, bridge().systemLanguages));
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Numbers the changes, to detect outdated answers. */
let latest = 0;
/** The last answered change. While later ones are pending, messages from the main process may predate them. */
let settled = 0;

/** The last settings from the main process, applied or not. */
let reported = unknownYet;

function hear(settings: AppSettings): void {
  reported = settings;
  if (settled === latest) apply(settings);
}

/** Follows the settings. */
export function followSettings(): void {
  void bridge().invoke("settings:get").then(hear);
  bridge().on("settings:changed", hear);
}

export async function changeSettings(change: Partial<AppSettings>): Promise<void> {
  // Optimistic; the main process's answer to the latest change is authoritative.
  apply({ ...useSettings.getState(), ...change });
  const mine = ++latest;
  const saved = await bridge()
    .invoke("settings:update", change)
    .catch(() => bridge().invoke("settings:get"))
    .catch(() => reported);
  if (mine !== latest) return;
  settled = mine;
  hear(saved);
}

/** The desktop's capabilities, null until they are known, and a setter for the main process's response to a change. */
export function useDesktop() {
  const [desktop, setDesktop] = useState<DesktopState | null>(null);
  useEffect(() => void bridge().invoke("desktop:get").then(setDesktop), []);
  return [desktop, setDesktop] as const;
}

/** The parts of the settings that apply here. The others are the owner's, on the computer that runs Tidemark. */
export function settingsHere(): readonly SettingsSection[] {
  return isInBrowser() ? ["general", "about"] : settingsSections;
}
