import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder that its creator removes. With Vitest, `temporaryFolder` removes itself. */
export interface ScratchFolder {
  readonly path: string;
  remove(): void;
}

export function scratchFolder(purpose: string): ScratchFolder {
  const path = mkdtempSync(join(tmpdir(), `tidemark-${purpose}-`));
  return { path, remove: () => removeFolder(path) };
}

/** Retries for a while, because the children of a killed process may still be writing. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}
