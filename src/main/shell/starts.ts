import { app } from "electron";
import type { Supervisor } from "../engine-host/supervisor.js";
import type { LaunchOptions } from "./launch-options.js";
import type { Log } from "./log.js";
import { print } from "./output.js";
import { takeScreenshot } from "./screenshot.js";
import { setupDeepLinks } from "./setup-deep-links.js";
import { setupSecondStarts } from "./single-instance.js";
import type { AppWindow } from "./window.js";

/** What a start asks of the app that runs. */
type Wish = Pick<LaunchOptions, "lookUp" | "addUrl" | "screenshotFile" | "openFiles">;

export interface StartsOptions {
  readonly options: LaunchOptions;
  readonly window: AppWindow;
  readonly engine: Supervisor;
  readonly openFile: (path: string) => void;
  /** Takes who is to be told of files that the system opens by an event. */
  readonly onOpenedFile: (listener: (path: string) => void) => void;
  readonly log: Log;
}

/** Opens the window for this start, and again for every later one that finds the app running. */
export function setupStarts({ options, window, engine, openFile, onOpenedFile, log }: StartsOptions): void {
  const offer = (url: string) => {
    window.show();
    window.command({ command: "offer-page", url });
  };
  const handle = ({ lookUp, addUrl, screenshotFile, openFiles }: Wish) => {
    window.show();
    for (const path of openFiles) openFile(path);
    if (addUrl !== null) offer(addUrl);
    if (lookUp !== null) window.command({ command: "look-up", text: lookUp });
    if (screenshotFile !== null) void photograph(screenshotFile, window, engine, log);
  };
  setupSecondStarts(handle);
  setupDeepLinks(offer, log);
  onOpenedFile(openFile);
  // macOS: the app runs on without a window, and its icon in the dock brings one back.
  app.on("activate", () => window.show());
  if (!options.isHidden) handle(options);
}

async function photograph(file: string, window: AppWindow, engine: Supervisor, log: Log): Promise<void> {
  try {
    await takeScreenshot(file, { window: () => window.current, engineStatus: () => engine.status });
    print(`Wrote a picture of the window to ${file}.`);
  } catch (error) {
    log(`The picture could not be written: ${String(error)}`);
    print(`The picture could not be written to ${file}.`);
  }
}
