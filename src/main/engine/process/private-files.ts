/**
 * Makes every new file of this process, logs and backups included, private to its user. For the engine's own processes
 * only: programs that a process starts, such as a browser, would inherit the mask.
 */
export function makeFilesPrivate(): void {
  process.umask(0o077);
}
