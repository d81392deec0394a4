import { statSync } from "node:fs";

export interface FileSize {
  readonly bytes: number;
  /** Modification time, in milliseconds UTC. */
  readonly atMs: number;
}

/** Zeros if the file is missing or inaccessible; opening it reports the error. */
export function fileSize(path: string): FileSize {
  try {
    const { size, mtimeMs } = statSync(path);
    return { bytes: size, atMs: Math.round(mtimeMs) };
  } catch {
    return { bytes: 0, atMs: 0 };
  }
}
