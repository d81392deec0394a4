import { z } from "zod";
import { type AppSettings, languageChoice, quietHours, theme, watchListView } from "../../shared/ipc.js";
import { usualWatchListView } from "../../shared/watch-list-view.js";

/** Where the window was, in screen coordinates. */
export const windowPlace = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  isMaximized: z.boolean(),
});
export type WindowPlace = z.infer<typeof windowPlace>;

/** What is kept between starts. Each value falls back alone: one bad entry must not cost the others. */
export const storedSettings = z.object({
  theme: theme.catch("system").default("system"),
  language: languageChoice.catch("system").default("system"),
  notifications: z.boolean().catch(true).default(true),
  quietHours: quietHours.nullable().catch(null).default(null),
  keepRunning: z.boolean().catch(true).default(true),
  watchList: watchListView.catch(usualWatchListView).default(usualWatchListView),
  checkForUpdates: z.boolean().catch(false).default(false),
  /** When it was last asked for updates without being told to, milliseconds UTC. */
  lastUpdateCheckMs: z.int().nullable().catch(null).default(null),
  /** Whether the shopper has been told that a closed window does not end the app. */
  hasToldOfTray: z.boolean().catch(false).default(false),
  window: windowPlace.nullable().catch(null).default(null),
});
export type StoredSettings = z.infer<typeof storedSettings>;

export const defaultSettings: StoredSettings = storedSettings.parse({});

/** The part that the window may see and change. */
export function visibleSettings({
  theme,
  language,
  notifications,
  quietHours,
  keepRunning,
  watchList,
  checkForUpdates,
}: StoredSettings): AppSettings {
  return { theme, language, notifications, quietHours, keepRunning, watchList, checkForUpdates };
}
