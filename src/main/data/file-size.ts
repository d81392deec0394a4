import { statSync } from "node:fs";

export interface FileSize {
  readonly bytes: number;
  /** When it was written, milliseconds UTC. */
  readonly atMs: number;
}

/** Zeros where there is no such file, or none that may be looked at; whoever opens it says so. */
export function fileSize(path: string): FileSize {
  try {
    const { size, mtimeMs } = statSync(path);
    return { bytes: size, atMs: Math.round(mtimeMs) };
  } catch {
    return { bytes: 0, atMs: 0 };
  }
}
