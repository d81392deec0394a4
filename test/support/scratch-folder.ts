import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that a test made for itself, wherever it is to end: `temporaryFolder` ends with a test of the engine. */
export interface ScratchFolder {
  readonly path: string;
  remove(): void;
}

export function scratchFolder(purpose: string): ScratchFolder {
  const path = mkdtempSync(join(tmpdir(), `tidemark-${purpose}-`));
  return { path, remove: () => removeFolder(path) };
}

/** Tries again for a while: the children of a process that a test has killed write a little longer than it does. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}
