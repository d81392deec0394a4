import { powerMonitor } from "electron";

/** Timers stand still while the computer sleeps: what fell due meanwhile is looked for as soon as it is back. */
export function setupWake(wake: () => void): void {
  powerMonitor.on("resume", wake);
  // Some systems tell of a short sleep in this way only.
  powerMonitor.on("unlock-screen", wake);
}
