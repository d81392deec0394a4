import { clipboard } from "electron";
import type { DataController } from "../data/data-controller.js";
import type { Desktop } from "../notifications/desktop.js";
import type { PricePicker } from "../shop-pages/pick-price.js";
import type { UpdateController } from "../updates/update-controller.js";
import type { OpenExternal } from "../window/external-links.js";
import type { Shell } from "../window/shell.js";
import { type CallEngine, forwardCall } from "./engine-call.js";
import type { Handlers } from "./setup-ipc.js";

interface HandlerOptions {
  /** Calls the engine on behalf of the window. */
  readonly call: CallEngine;
  readonly desktop: Desktop;
  readonly pricePicker: PricePicker;
  readonly openExternal: OpenExternal;
  readonly showDataFolder: () => void;
  readonly data: DataController;
  readonly updates: UpdateController;
}

/** One handler per channel. Anything longer than a line lives in its own module. */
export function createHandlers({ engine, settings, window }: Shell, options: HandlerOptions): Handlers {
  const { desktop, pricePicker, openExternal, showDataFolder, data, updates } = options;
  return {
    "engine:call": (operation, input) => forwardCall(options.call, operation, input),
    "engine:status": () => engine.status,
    "engine:restart": () => resolveToNull(engine.restart()),
    "settings:get": () => settings.get(),
    "settings:update": (change) => settings.update(change),
    "desktop:get": () => desktop.state(),
    "desktop:start-at-login": (isOn) => desktop.startAtLogin(isOn),
    "desktop:test-notification": () => resolveToNull(desktop.testNotification()),
    "page:pick-price": pricePicker.pick,
    "page:cancel-pick": () => resolveToNull(pricePicker.cancel()),
    "shell:open-external": (url) => resolveToNull(openExternal(url)),
    "shell:copy-text": (text) => resolveToNull(clipboard.writeText(text)),
    "shell:show-data-folder": () => resolveToNull(showDataFolder()),
    "data:state": () => data.job,
    "data:known-backups": () => data.knownBackups(),
    "data:back-up": () => resolveToNull(data.backUp()),
    "data:select-backup": (id) => data.selectBackup(id),
    "data:restore": (shownPath, trust) => resolveToNull(data.restore(shownPath, trust)),
    "data:import": () => resolveToNull(data.importCatalogue()),
    "data:import-offered": (path) => resolveToNull(data.importOffered(path)),
    "data:export": () => resolveToNull(data.exportCatalogue()),
    "data:cancel": () => resolveToNull(data.cancel()),
    "data:dismiss": () => resolveToNull(data.dismiss()),
    "data:save-skipped": () => resolveToNull(data.saveSkipped()),
    "data:show-file": () => resolveToNull(data.showFile()),
    // The page has drawn and subscribed to events.
    "window:drawn": () => resolveToNull(window.markPageReady()),
    "updates:state": () => updates.state,
    "updates:check": () => resolveToNull(updates.check()),
    "updates:download": () => resolveToNull(updates.download()),
    "updates:cancel": () => resolveToNull(updates.cancel()),
    "updates:install": () => resolveToNull(updates.install()),
  };
}

async function resolveToNull(result: Promise<void> | void): Promise<null> {
  await result;
  return null;
}
