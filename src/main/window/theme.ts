import { nativeTheme } from "electron";
import type { Settings } from "../settings/settings.js";

/** Shown until the page has drawn. The same colour as `--bg` in tokens.css, so that nothing flashes. */
export function windowBackground(): string {
  return nativeTheme.shouldUseDarkColors ? "#0a171c" : "#f6f3ec";
}

/** Applies the theme to menus, dialogs and the page's `prefers-color-scheme`. */
export function setupTheme(settings: Settings): void {
  nativeTheme.themeSource = settings.get().theme;
  settings.onChange(({ theme }) => {
    nativeTheme.themeSource = theme;
  });
}
