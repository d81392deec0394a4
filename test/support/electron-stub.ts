/** Stands in for Electron's module in plain Node. The handlers that it records are real. */

type Handle = (event: unknown, ...args: unknown[]) => unknown;

export const ipcHandlers = new Map<string, Handle>();

export const ipcMain = {
  handle: (channel: string, handle: Handle) => void ipcHandlers.set(channel, handle),
  on: () => undefined,
};
export const clipboard = { writeText: () => undefined };
export const app = { getPath: () => "/nowhere", getVersion: () => "0", on: () => undefined };
export const shell = {};

// biome-ignore lint/style/noDefaultExport: libraries import Electron's default export
export default { ipcMain, clipboard, app, shell };
