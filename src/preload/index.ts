import { contextBridge, ipcRenderer } from "electron";
import type { InvokeChannel, PushChannel, TidemarkBridge } from "../shared/ipc.js";

/** Imports only types from shared: messages are validated in the main process (`setup-ipc.ts`). */
function invoke(channel: InvokeChannel, ...message: unknown[]) {
  return ipcRenderer.invoke(channel, ...message);
}

const pushChannels: Record<PushChannel, true> = {
  "engine:status-changed": true,
  "settings:changed": true,
  "engine:event": true,
  "data:progress": true,
  "updates:changed": true,
  "window:command": true,
};

/** Reads a value that main passes on the command line, because the page needs it before it draws. */
function readArgument(name: string): string {
  const prefix = `--tidemark-${name}=`;
  return process.argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length) ?? "";
}

const bridge: TidemarkBridge = Object.freeze({
  call: (operation, input) => invoke("engine:call", operation, input),
  callText: async (operation, input) => JSON.stringify(await invoke("engine:call", operation, input)),
  engineStatus: () => invoke("engine:status"),
  restartEngine: () => invoke("engine:restart"),
  reportDrawn: () => invoke("window:drawn"),
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
    knownBackups: () => invoke("data:copies"),
    backUp: () => invoke("data:back-up"),
    selectBackup: (id) => invoke("data:choose-backup", id),
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
    if (!Object.hasOwn(pushChannels, channel)) return () => {};
    const handler = (_event: unknown, message: Parameters<typeof listener>[0]) => listener(message);
    ipcRenderer.on(channel, handler);
    return () => ipcRenderer.off(channel, handler);
  },
  language:
    readArgument("language") === "" ? "system" : (readArgument("language") as TidemarkBridge["language"]),
  systemLanguages: readArgument("system-languages").split(",").filter(Boolean),
  platform: process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux",
} satisfies TidemarkBridge);

contextBridge.exposeInMainWorld("tidemark", bridge);
