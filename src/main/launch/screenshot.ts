import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { BrowserWindow } from "electron";
import type { EngineStatus } from "../../shared/ipc.js";

/** Two identical captures this far apart mean that the window has settled. */
const captureIntervalMs = 400;
/** After this many captures, accept a page that never settles, for instance because of a blinking caret. */
const maxCaptures = 12;
/** The first start may load the sample market; after this many attempts, accept the window as it is. */
const maxAttempts = 150;

export interface ScreenshotOptions {
  readonly window: () => BrowserWindow | null;
  readonly engineStatus: () => EngineStatus;
}

/** Writes a PNG of the window once its contents have settled. */
export async function takeScreenshot(file: string, options: ScreenshotOptions): Promise<void> {
  const image = await captureSettled(options);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, image);
}

async function captureSettled({ window, engineStatus }: ScreenshotOptions): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  for (let attempt = 0, captures = 0; attempt < maxAttempts && captures < maxCaptures; attempt += 1) {
    await wait(captureIntervalMs);
    const current = window();
    if (!current?.isVisible() || current.webContents.isLoading() || isBusy(engineStatus())) continue;
    const image = await capture(current);
    if (image.length > 0 && image.equals(last)) return image;
    last = image;
    captures += 1;
  }
  const current = window();
  return last.length === 0 && current ? capture(current) : last;
}

async function capture(window: BrowserWindow): Promise<Buffer> {
  return (await window.webContents.capturePage()).toPNG();
}

function isBusy({ state }: EngineStatus): boolean {
  return state !== "ready" && state !== "stopped";
}
