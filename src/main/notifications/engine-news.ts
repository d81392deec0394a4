import type { Supervisor } from "../engine-host/supervisor.js";
import type { Folders } from "../launch/folders.js";
import { launchMessage } from "../launch/launch-message.js";
import { print } from "../launch/output.js";
import type { Settings } from "../settings/settings.js";
import type { AppWindow } from "../window/window.js";

/** Forwards engine events and changed settings to the window, and prints the API's address to the terminal once. */
export function forwardEvents(
  engine: Supervisor,
  settings: Settings,
  window: AppWindow,
  { data }: Folders,
): void {
  let hasPrinted = false;
  engine.onStatus((status) => {
    window.push("engine:status-changed", status);
    const message = hasPrinted ? null : launchMessage(status, data);
    if (message) print(message);
    hasPrinted ||= message !== null;
  });
  engine.onNews((event) => window.push("engine:news", event));
  settings.onChange((changed) => window.push("settings:changed", changed));
}
