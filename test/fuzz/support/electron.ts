/**
 * As much of Electron as the choke point and the settings ask for, where they run in plain Node: a list of who handles
 * what. What the handlers do is real.
 */

type Handle = (event: unknown, ...args: unknown[]) => unknown;

export const handled = new Map<string, Handle>();
/** Texts that were put on the clipboard. */
export const copied: unknown[] = [];

export const ipcMain = {
  handle: (channel: string, handle: Handle) => void handled.set(channel, handle),
  on: () => undefined,
};
export const clipboard = { writeText: (text: unknown) => void copied.push(text) };
export const app = { getPath: () => "/nowhere", getVersion: () => "0", on: () => undefined };
export const shell = {};

// biome-ignore lint/style/noDefaultExport: Electron's module has one, and libraries read it
export default { ipcMain, clipboard, app, shell };
