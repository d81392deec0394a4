import { contextBridge, ipcRenderer } from "electron";
import type { InvokeChannel, PushChannel, TidemarkBridge } from "../shared/ipc.js";

/** Imports only types from shared: messages are validated in the main process (`setup-ipc.ts`). */
function invoke(channel: InvokeChannel, ...message: unknown[]) {
  return ipcRenderer.invoke(channel, ...message);
}

const pushed: Record<PushChannel, true> = {
  "engine:status-changed": true,
  "settings:changed": true,
  "engine:event": true,
  "data:progress": true,
  "updates:changed": true,
  "window:command": true,
};

/** Reads a value that main passes on the command line, because the page needs it before it draws. */
function handed(name: string): string {
  const prefix = `--tidemark-${name}=`;
  return process.argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length) ?? "";
}

const bridge: TidemarkBridge = Object.freeze({
  call: (operation, input) => invoke("engine:call", operation, input),
  callText: async (operation, input) => JSON.stringify(await invoke("engine:call", operation, input)),
  engineStatus: () => invoke("engine:status"),
  restartEngine: () => invoke("engine:restart"),
  takeAltered: () => invoke("engine:take-altered"),
  drawn: () => invoke("window:drawn"),
  settings: () => invoke("settings:get"),
  updateSettings: (change) => invoke("settings:update", change),
  desktop: () => invoke("desktop:get"),
  startAtLogin: (isOn) => invoke("desktop:start-at-login", isOn),
  testNotification: () => invoke("desktop:test-notification"),
  pickPrice: (url) => invoke("page:pick-price", url),
  openExternal: (url) => invoke("shell:open-external", url),
  copyText: (text) => invoke("shell:copy-text", text),
  showDataFolder: () => invoke("shell:show-data-folder"),
  data: Object.freeze({
    state: () => invoke("data:state"),
    copies: () => invoke("data:copies"),
    backUp: () => invoke("data:back-up"),
    chooseBackup: (id) => invoke("data:choose-backup", id),
    restore: (shownPath) => invoke("data:restore", shownPath),
    importCatalogue: () => invoke("data:import"),
    importOffered: (path) => invoke("data:import-offered", path),
    exportCatalogue: () => invoke("data:export"),
    cancel: () => invoke("data:cancel"),
    dismiss: () => invoke("data:dismiss"),
    saveSkipped: () => invoke("data:save-skipped"),
    showFile: () => invoke("data:show-file"),
  } satisfies TidemarkBridge["data"]),
  updates: Object.freeze({
    state: () => invoke("updates:state"),
    check: () => invoke("updates:check"),
    download: () => invoke("updates:download"),
    cancel: () => invoke("updates:cancel"),
    install: () => invoke("updates:install"),
  } satisfies TidemarkBridge["updates"]),
  on: (channel, listener) => {
    if (!Object.hasOwn(pushed, channel)) return () => {};
    const deliver = (_event: unknown, message: Parameters<typeof listener>[0]) => listener(message);
    ipcRenderer.on(channel, deliver);
    return () => ipcRenderer.off(channel, deliver);
  },
  language: handed("language") === "" ? "system" : (handed("language") as TidemarkBridge["language"]),
  systemLanguages: handed("system-languages").split(",").filter(Boolean),
  platform: process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux",
} satisfies TidemarkBridge);

contextBridge.exposeInMainWorld("tidemark", bridge);
