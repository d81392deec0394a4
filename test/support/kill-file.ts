/** What a test and an engine with `kill-at-commit.mjs` tell each other, each file written at once. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** As `2 before` or `3 after`, counted from when the engine was first armed. */
export function armKill(killFile: string, order: string): void {
  writeFileSync(`${killFile}-next`, order);
  renameSync(`${killFile}-next`, killFile);
}

/** How many transactions the engine has kept since it was armed. */
export function commitsSinceArmed(killFile: string): number {
  return existsSync(`${killFile}.count`) ? Number(readFileSync(`${killFile}.count`, "utf8")) : 0;
}
