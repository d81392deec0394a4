import { z } from "zod";
import { convertibleCurrencies } from "../../shared/app/exchange-rates.js";
import { quietHours } from "../../shared/app/primitives.js";
import { type AppSettings, appSettings, languageChoice, theme, watchListView } from "../../shared/ipc.js";
import { defaultWatchListView } from "../../shared/watch-list-view.js";

/** The window's last position, in screen coordinates. */
export const windowPlacement = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  isMaximized: z.boolean(),
});
export type WindowPlacement = z.infer<typeof windowPlacement>;

/** The settings file. Each value has its own fallback, so that one invalid entry does not reset the others. */
export const storedSettings = z.object({
  theme: theme.catch("system").default("system"),
  language: languageChoice.catch("system").default("system"),
  ownCurrency: z.enum(convertibleCurrencies).nullable().catch(null).default(null),
  notifications: z.boolean().catch(true).default(true),
  quietHours: quietHours.nullable().catch(null).default(null),
  keepRunning: z.boolean().catch(true).default(true),
  watchList: watchListView.catch(defaultWatchListView).default(defaultWatchListView),
  checkForUpdates: z.boolean().catch(false).default(false),
  /** Time of the last automatic update check, in milliseconds UTC. */
  lastUpdateCheckMs: z.int().nullable().catch(null).default(null),
  /** Whether the user has seen the notice that closing the window does not quit the app. */
  hasSeenTrayNotice: z.boolean().catch(false).default(false),
  window: windowPlacement.nullable().catch(null).default(null),
});
export type StoredSettings = z.infer<typeof storedSettings>;

export const defaultSettings: StoredSettings = storedSettings.parse({});

/** The settings that the window may read and change. */
export function visibleSettings(stored: StoredSettings): AppSettings {
  return appSettings.parse(stored);
}
