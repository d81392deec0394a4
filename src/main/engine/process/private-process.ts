/**
 * What this process makes, logs and backups among it, is for its user alone. For programs of the engine's own only: what
 * a process starts, a browser for one, would inherit it.
 */
export function makeFilesPrivate(): void {
  process.umask(0o077);
}
