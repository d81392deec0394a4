import { contextBridge, ipcRenderer } from "electron";
import type { InvokeChannel, PushChannel, TidemarkBridge } from "../shared/ipc.js";

/** Lists the channels again, because importing them would bundle zod. The type guarantees that none is missing. */
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
  invoke: (channel: InvokeChannel, ...args: unknown[]) => ipcRenderer.invoke(channel, ...args),
  invokeText: async (channel, ...args) => JSON.stringify(await ipcRenderer.invoke(channel, ...args)),
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
