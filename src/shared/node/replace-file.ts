import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";

/**
 * Writes a private file that is either the old or the new one, whatever happens. Replaces a symbolic link instead of writing to
 * where it leads.
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(draft, content, { mode: 0o600, flag: "wx", flush: true });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * The same for a short text, at once.
 *
 * @param flush whether the new one must survive a power cut
 */
export function replaceFileSync(file: string, text: string, { flush = true } = {}): void {
  const draft = `${file}.part-${process.pid}`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}
