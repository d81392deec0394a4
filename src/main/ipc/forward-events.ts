import type { Supervisor } from "../engine-host/supervisor.js";
import type { Folders } from "../launch/folders.js";
import { launchMessage } from "../launch/launch-options.js";
import { print } from "../launch/log.js";
import type { Settings } from "../settings/settings.js";
import type { AppWindow } from "../window/window.js";

/** Pushes engine events and changed settings to the window, and prints the API's address to the terminal once. */
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
  engine.onEvent((event) => {
    // The shopper has just clicked in the browser, and must compare two codes.
    if (event.kind === "changed" && event.dataKind === "pairings") window.show();
    window.push("engine:event", event);
  });
  settings.onChange((changed) => window.push("settings:changed", changed));
}
