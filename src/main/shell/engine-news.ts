import type { Supervisor } from "../engine-host/supervisor.js";
import type { Settings } from "../settings/settings.js";
import type { Folders } from "./folders.js";
import { launchMessage } from "./launch-message.js";
import { print } from "./output.js";
import type { AppWindow } from "./window.js";

/** Forwards engine events and changed settings to the window, and prints the API's address to the terminal once. */
export function setupEngineNews(
  engine: Supervisor,
  settings: Settings,
  window: AppWindow,
  { data }: Folders,
): void {
  let isPrinted = false;
  engine.onStatus((status) => {
    window.push("engine:status-changed", status);
    const message = isPrinted ? null : launchMessage(status, data);
    if (message) print(message);
    isPrinted ||= message !== null;
  });
  engine.onNews((news) => window.push("engine:event", news));
  settings.onChange((changed) => window.push("settings:changed", changed));
}
