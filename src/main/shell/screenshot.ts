import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { BrowserWindow } from "electron";
import type { EngineStatus } from "../../shared/ipc.js";

/** Two pictures this far apart that are equal mean that nothing moves any more. */
const quietMs = 400;
/** A page that never rests (a blinking caret, a running chart) is taken as it is after this many pictures. */
const mostPictures = 12;
/** The first start may load the sample market; after this many looks the window is taken as it is. */
const mostLooks = 150;

export interface ScreenshotOptions {
  readonly window: () => BrowserWindow | null;
  readonly engineStatus: () => EngineStatus;
}

/** Writes a PNG of the window once it shows what it has to show. */
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
