import { clipboard } from "electron";
import type { Supervisor } from "../engine-host/supervisor.js";
import type { Settings } from "../settings/settings.js";
import type { OpenExternal } from "../shell/external-links.js";
import { engineCall } from "./engine-call.js";
import type { Handlers } from "./setup-ipc.js";

export interface HandlerOptions {
  readonly engine: Supervisor;
  readonly settings: Settings;
  readonly openExternal: OpenExternal;
  readonly showDataFolder: () => void;
}

/** What each message does. Anything longer than a line lives with its own concern. */
export function windowHandlers({ engine, settings, openExternal, showDataFolder }: HandlerOptions): Handlers {
  return {
    "engine:call": (operation, input) =>
      engineCall((name, value) => engine.call(name, value), operation, input),
    "engine:status": () => engine.status,
    "engine:restart": () => done(engine.restart()),
    "settings:get": () => settings.get(),
    "settings:update": (change) => settings.update(change),
    "shell:open-external": (url) => done(openExternal(url)),
    "shell:copy-text": (text) => done(clipboard.writeText(text)),
    "shell:show-data-folder": () => done(showDataFolder()),
  };
}

async function done(work: Promise<void> | void): Promise<null> {
  await work;
  return null;
}
