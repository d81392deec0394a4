import { statSync } from "node:fs";

export interface FileSize {
  readonly bytes: number;
  /** When it was written, milliseconds UTC. */
  readonly atMs: number;
}

/** Zeros where there is no such file; whoever opens it says so. */
export function fileSize(path: string): FileSize {
  const file = statSync(path, { throwIfNoEntry: false });
  return { bytes: file?.size ?? 0, atMs: Math.round(file?.mtimeMs ?? 0) };
}
