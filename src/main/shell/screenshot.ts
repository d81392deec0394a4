import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { BrowserWindow } from "electron";
import type { EngineStatus } from "../../shared/ipc.js";

/** Two identical captures this far apart mean that the window has settled. */
const quietMs = 400;
/** After this many captures, accept a page that never settles, for instance because of a blinking caret. */
const mostPictures = 12;
/** The first start may load the sample market; after this many attempts, accept the window as it is. */
const mostLooks = 150;

export interface ScreenshotOptions {
  readonly window: () => BrowserWindow | null;
  readonly engineStatus: () => EngineStatus;
}

/** Writes a PNG of the window once its contents have settled. */
export async function takeScreenshot(file: string, options: ScreenshotOptions): Promise<void> {
  const picture = await settledPicture(options);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, picture);
}

async function settledPicture({ window, engineStatus }: ScreenshotOptions): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  for (let look = 0, pictures = 0; look < mostLooks && pictures < mostPictures; look += 1) {
    await wait(quietMs);
    const shown = window();
    if (!shown?.isVisible() || shown.webContents.isLoading() || isBusy(engineStatus())) continue;
    const picture = await pictureOf(shown);
    if (picture.length > 0 && picture.equals(last)) return picture;
    last = picture;
    pictures += 1;
  }
  const shown = window();
  return last.length === 0 && shown ? pictureOf(shown) : last;
}

async function pictureOf(window: BrowserWindow): Promise<Buffer> {
  return (await window.webContents.capturePage()).toPNG();
}

function isBusy({ state }: EngineStatus): boolean {
  return state !== "ready" && state !== "stopped";
}
