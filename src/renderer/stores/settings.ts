import { create } from "zustand";
import type { AppSettings, Theme } from "../../shared/ipc.js";
import { bridge } from "../lib/bridge.js";

interface SettingsState {
  readonly theme: Theme;
}

export const useSettings = create<SettingsState>(() => ({ theme: "system" }));

/** The style sheet follows `data-theme`; without it, the system's own choice. */
function apply({ theme }: AppSettings): void {
  useSettings.setState({ theme });
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Follows the settings until the returned function is called. */
export function followSettings(): () => void {
  void bridge().settings().then(apply);
  return bridge().on("settings:changed", apply);
}

export async function chooseTheme(theme: Theme): Promise<void> {
  apply(await bridge().updateSettings({ theme }));
}
