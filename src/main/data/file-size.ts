import { statSync } from "node:fs";

export interface FileInfo {
  readonly bytes: number;
  /** Modification time, in milliseconds UTC. */
  readonly modifiedMs: number;
}

/** Zeros if the file is missing or inaccessible; opening it reports the error. */
export function readFileInfo(path: string): FileInfo {
  try {
    const { size, mtimeMs } = statSync(path);
    return { bytes: size, modifiedMs: Math.round(mtimeMs) };
  } catch {
    return { bytes: 0, modifiedMs: 0 };
  }
}
