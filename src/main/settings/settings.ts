import { join } from "node:path";
import Store from "electron-store";
import type { AppSettings } from "../../shared/ipc.js";
import {
  defaultSettings,
  type StoredSettings,
  storedSettings,
  visibleSettings,
  type WindowPlacement,
} from "./app-settings.js";
import { setAsideIfDamaged } from "./set-aside.js";

export interface Settings {
  get(): AppSettings;
  /** Changes only the settings given. */
  update(patch: { readonly [K in keyof AppSettings]?: AppSettings[K] | undefined }): AppSettings;
  /** Returns `true` on the first call only, also across restarts. */
  claimFirstClose(): boolean;
  /** Time of the last automatic update check, in milliseconds UTC. */
  lastUpdateCheckMs(): number | null;
  saveUpdateCheckTime(atMs: number): void;
  windowPlacement(): WindowPlacement | null;
  saveWindowPlacement(placement: WindowPlacement): void;
  /** Returns a function that unsubscribes. */
  onChange(listener: (settings: AppSettings) => void): () => void;
}

/** The settings, stored in `settings.json` in `folder`. An unreadable or read-only file never stops the app. */
export function setupSettings(folder: string, log: (message: string) => void): Settings {
  const listeners = new Set<(settings: AppSettings) => void>();
  const store = openStore(folder, log);
  let current = store ? storedSettings.parse(store.store) : defaultSettings;

  const save = (patch: Partial<StoredSettings>) => {
    current = { ...current, ...patch };
    try {
      store?.set(current);
    } catch (error) {
      log(`The settings could not be saved: ${String(error)}`);
    }
  };
  return {
    get: () => visibleSettings(current),
    update(patch) {
      save(Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)));
      const settings = visibleSettings(current);
      for (const listener of listeners) listener(settings);
      return settings;
    },
    claimFirstClose() {
      const isFirst = !current.hasSeenTrayNotice;
      if (isFirst) save({ hasSeenTrayNotice: true });
      return isFirst;
    },
    lastUpdateCheckMs: () => current.lastUpdateCheckMs,
    saveUpdateCheckTime: (lastUpdateCheckMs) => save({ lastUpdateCheckMs }),
    windowPlacement: () => current.window,
    saveWindowPlacement: (window) => save({ window }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function openStore(folder: string, log: (message: string) => void): Store<StoredSettings> | null {
  try {
    const newPath = setAsideIfDamaged(join(folder, "settings.json"), new Date());
    if (newPath) log(`The settings could not be read and were moved to ${newPath}.`);
    return new Store<StoredSettings>({ name: "settings", cwd: folder, defaults: defaultSettings });
  } catch (error) {
    log(`The settings file could not be opened: ${String(error)}`);
    return null;
  }
}
