import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Whether a process with this pid exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Preloaded into an engine or a command, which it kills at a commit once that is armed. */
export const killPreload = join(import.meta.dirname, "kill-at-commit.mjs");

/** Arms `killPreload`, atomically. `order` is `2 before` or `3 after`, counted from the first arming. */
export function armKill(killFile: string, order: string): void {
  writeFileSync(`${killFile}-next`, order);
  renameSync(`${killFile}-next`, killFile);
}

/** The number of commits since the engine was armed. */
export function commitsSinceArmed(killFile: string): number {
  return existsSync(`${killFile}.count`) ? Number(readFileSync(`${killFile}.count`, "utf8")) : 0;
}
