import type { Supervisor } from "../engine-host/supervisor.js";
import type { Log } from "../launch/log.js";
import type { Settings } from "../settings/settings.js";
import type { ShellTextSource } from "./shell-texts.js";
import type { AppWindow } from "./window.js";

/** The parts of the app that most others work with. */
export interface Shell {
  readonly engine: Supervisor;
  readonly settings: Settings;
  readonly window: AppWindow;
  readonly shellTexts: ShellTextSource;
  readonly log: Log;
}
