import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./folder.js";

function mount(...args: string[]): void {
  execFileSync("mount", args, { stdio: "ignore" });
}

/** Ignores ENOSPC, because a concurrent writer may have filled the disk a little earlier. */
function writeUntilFull(file: string, bytes: number): void {
  try {
    writeFileSync(file, Buffer.alloc(bytes));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

export interface SmallDisk {
  /** The mount point. */
  readonly root: string;
  /** Fills the disk except for `bytes`. */
  fill(bytes?: number): void;
  free(): void;
  makeReadOnly(): void;
  makeWritable(): void;
}

/** Mounts a disk of a few megabytes, or returns the reason why it cannot. Mounting needs root on Linux. */
export function smallDisk(megabytes: number): SmallDisk | string {
  const root = join(temporaryFolder(), "disk");
  mkdirSync(root);
  try {
    mount("-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", root);
  } catch {
    return "a small disk cannot be mounted (this needs root on Linux)";
  }
  onTestFinished(() => void execFileSync("umount", ["-l", root], { stdio: "ignore" }));
  const filler = join(root, "filler");
  return {
    root,
    fill: (bytes = 0) => {
      const { bavail, bsize } = statfsSync(root);
      writeUntilFull(filler, Math.max(0, bavail * bsize - bytes));
    },
    free: () => rmSync(filler, { force: true }),
    makeReadOnly: () => mount("-o", "remount,ro", root),
    makeWritable: () => mount("-o", "remount,rw", root),
  };
}
