import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { app, type BrowserWindow } from "electron";
import { assertNever } from "../../shared/assert-never.js";
import type { EngineStatus } from "../../shared/ipc.js";
import type { DataController } from "../data/data-controller.js";
import type { Shell } from "../window/shell.js";
import { type DeepLink, setupDeepLinks } from "./deep-link.js";
import type { LaunchOptions } from "./launch-options.js";
import { print } from "./log.js";
import { detectFileKind } from "./opened-file.js";
import { onSecondLaunch } from "./single-instance.js";

/** A request from this launch, or from a second one that passes it on and quits. */
type LaunchRequest = Pick<LaunchOptions, "lookUp" | "deepLink" | "screenshotFile" | "openFiles">;

interface LaunchRequestOptions {
  readonly options: LaunchOptions;
  readonly openFile: (path: string) => void;
  /** Registers a listener for files opened by the operating system. */
  readonly onOpenedFile: (listener: (path: string) => void) => void;
}

/** Handles requests from this launch, second launches, deep links and the operating system. */
export function setupLaunchRequests(
  shell: Shell,
  { options, openFile, onOpenedFile }: LaunchRequestOptions,
): void {
  const { window, log } = shell;
  const follow = (link: DeepLink) => {
    window.show();
    switch (link.action) {
      case "add":
        return window.command({ command: "offer-page", url: link.url });
      case "show":
        return window.command({ command: "show-product", productKey: link.productKey });
      default:
        return assertNever(link);
    }
  };
  const handleRequest = ({ lookUp, deepLink, screenshotFile, openFiles }: LaunchRequest) => {
    window.show();
    for (const path of openFiles) openFile(path);
    if (deepLink !== null) follow(deepLink);
    if (lookUp !== null) window.command({ command: "look-up", text: lookUp });
    if (screenshotFile !== null) void saveScreenshot(screenshotFile, shell);
  };
  onSecondLaunch(handleRequest);
  setupDeepLinks(follow, log);
  onOpenedFile(openFile);
  // On macOS, a click on the dock icon reopens the window.
  app.on("activate", () => window.show());
  if (!options.isHidden) handleRequest(options);
}

async function saveScreenshot(file: string, { window, engine, log }: Shell): Promise<void> {
  try {
    await takeScreenshot(file, { window: () => window.current, engineStatus: () => engine.status });
    print(`Saved a screenshot of the window to ${file}.`);
  } catch (error) {
    log(`The screenshot could not be saved: ${String(error)}`);
    print(`The screenshot could not be saved to ${file}.`);
  }
}

/**
 * Shows a file opened from the file manager in the data settings, where the user decides whether to use it. Several
 * files are inspected concurrently, but shown in the order in which they were opened.
 */
export function offerOpenedFiles(
  data: Pick<DataController, "offer">,
  window: Pick<Shell["window"], "show" | "command">,
): (path: string) => void {
  let queue: Promise<void> = Promise.resolve();
  return (path) => {
    const kind = detectFileKind(path);
    if (kind === null) return;
    window.show();
    window.command({ command: "go", view: "settings", section: "data" });
    const description = data.offer(path, kind);
    queue = queue.then(async () => window.command({ command: "offer-file", file: await description }));
  };
}

/** Two identical captures this far apart mean that the window has settled. */
const captureIntervalMs = 400;
/** After this many captures, accept a page that never settles, for instance because of a blinking caret. */
const maxCaptures = 12;
/** The first start may load the sample market; after this many attempts, accept the window as it is. */
const maxAttempts = 150;

interface ScreenshotOptions {
  readonly window: () => BrowserWindow | null;
  readonly engineStatus: () => EngineStatus;
}

/** Writes a PNG of the window once its contents have settled. */
async function takeScreenshot(file: string, options: ScreenshotOptions): Promise<void> {
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
