import { clipboard } from "electron";
import type { DataDesk } from "../data/data-desk.js";
import type { Supervisor } from "../engine-host/supervisor.js";
import type { Settings } from "../settings/settings.js";
import type { Desktop } from "../shell/desktop.js";
import type { OpenExternal } from "../shell/external-links.js";
import type { PickPrice } from "../shell/render/price-picker.js";
import type { UpdateDesk } from "../shell/updates/update-desk.js";
import { type CallEngine, engineCall } from "./engine-call.js";
import type { Handlers } from "./setup-ipc.js";

export interface HandlerOptions {
  readonly engine: Supervisor;
  /** Calls the engine on behalf of the window. */
  readonly call: CallEngine;
  readonly settings: Settings;
  readonly desktop: Desktop;
  readonly pickPrice: PickPrice;
  readonly openExternal: OpenExternal;
  readonly showDataFolder: () => void;
  /** The page has drawn and subscribed to events. */
  readonly pageListens: () => void;
  readonly data: DataDesk;
  readonly updates: UpdateDesk;
}

/** One handler per channel. Anything longer than a line lives in its own module. */
export function windowHandlers(options: HandlerOptions): Handlers {
  const { engine, settings, desktop, pickPrice, openExternal, showDataFolder, data, updates } = options;
  return {
    "engine:call": (operation, input) => engineCall(options.call, operation, input),
    "engine:status": () => engine.status,
    "engine:restart": () => done(engine.restart()),
    "settings:get": () => settings.get(),
    "settings:update": (change) => settings.update(change),
    "desktop:get": () => desktop.state(),
    "desktop:start-at-login": (isOn) => desktop.startAtLogin(isOn),
    "desktop:test-notification": () => done(desktop.testNotification()),
    "page:pick-price": pickPrice,
    "shell:open-external": (url) => done(openExternal(url)),
    "shell:copy-text": (text) => done(clipboard.writeText(text)),
    "shell:show-data-folder": () => done(showDataFolder()),
    "data:state": () => data.work,
    "data:copies": () => data.copies(),
    "data:back-up": () => done(data.backUp()),
    "data:choose-backup": (id) => data.chooseBackup(id),
    "data:restore": (shownPath) => done(data.restore(shownPath)),
    "data:import": () => done(data.importCatalogue()),
    "data:import-offered": (path) => done(data.importOffered(path)),
    "data:export": () => done(data.exportCatalogue()),
    "data:cancel": () => done(data.cancel()),
    "data:dismiss": () => done(data.dismiss()),
    "data:save-skipped": () => done(data.saveSkipped()),
    "data:show-file": () => done(data.showFile()),
    "window:drawn": () => done(options.pageListens()),
    "updates:state": () => updates.state,
    "updates:check": () => done(updates.check()),
    "updates:download": () => done(updates.download()),
    "updates:cancel": () => done(updates.cancel()),
    "updates:install": () => done(updates.install()),
  };
}

async function done(work: Promise<void> | void): Promise<null> {
  await work;
  return null;
}
