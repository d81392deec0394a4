import { Menu } from "electron";
import type { Settings } from "../settings/settings.js";
import type { ShellTextSource } from "../window/shell-texts.js";
import { type MenuOptions, menuTemplate } from "./menu-template.js";

/** Rebuilds the application menu whenever the settings change. */
export function setupMenu(
  settings: Settings,
  shellTexts: ShellTextSource,
  options: Omit<MenuOptions, "platform" | "theme" | "setTheme" | "texts">,
): void {
  const build = () => {
    const template = menuTemplate({
      ...options,
      texts: shellTexts.current(),
      platform: process.platform,
      theme: settings.get().theme,
      setTheme: (theme) => settings.update({ theme }),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  build();
  settings.onChange(build);
}
