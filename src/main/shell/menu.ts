import { Menu } from "electron";
import type { Settings } from "../settings/settings.js";
import { type MenuOptions, menuTemplate } from "./menu-template.js";

/** Keeps the application menu in step with the settings. */
export function setupMenu(
  settings: Settings,
  options: Omit<MenuOptions, "platform" | "theme" | "setTheme">,
): void {
  const build = () => {
    const template = menuTemplate({
      ...options,
      platform: process.platform,
      theme: settings.get().theme,
      setTheme: (theme) => settings.update({ theme }),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  build();
  settings.onChange(build);
}
