import { nativeTheme } from "electron";
import type { Settings } from "../settings/settings.js";

/** The first pixels of the window, before the page has drawn: the page's own background, so that nothing flashes (`--bg` in tokens.css). */
export function windowBackground(): string {
  return nativeTheme.shouldUseDarkColors ? "#0e1314" : "#f3f6f6";
}

/** Menus, dialogs and the page's `prefers-color-scheme` follow the shopper's choice. */
export function setupTheme(settings: Settings): void {
  nativeTheme.themeSource = settings.get().theme;
  settings.onChange(({ theme }) => {
    nativeTheme.themeSource = theme;
  });
}
