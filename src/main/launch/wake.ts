import { powerMonitor } from "electron";

/** Timers stop while the computer sleeps, so overdue checks must start when it wakes. */
export function setupWake(wake: () => void): void {
  powerMonitor.on("resume", wake);
  // After a short sleep, some systems emit only this event.
  powerMonitor.on("unlock-screen", wake);
}
