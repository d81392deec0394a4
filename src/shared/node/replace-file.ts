import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Writes a private file that is either the old or the new one, whatever happens. Replaces a symbolic link instead of writing to
 * where it leads.
 *
 * @param flush whether the new one must survive a power cut
 */
export function replaceFile(file: string, text: string, { flush = true } = {}): void {
  const draft = `${file}.part-${process.pid}`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}
