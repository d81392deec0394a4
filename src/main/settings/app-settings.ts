import { z } from "zod";
import { type AppSettings, theme } from "../../shared/ipc.js";

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
  window: windowPlace.nullable().catch(null).default(null),
});
export type StoredSettings = z.infer<typeof storedSettings>;

export const defaultSettings: StoredSettings = { theme: "system", window: null };

/** The part that the window may see and change. */
export function visibleSettings({ theme }: StoredSettings): AppSettings {
  return { theme };
}
