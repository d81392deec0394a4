import { sep } from "node:path";

/** Where a file of a package lies for a program that is not Electron and so cannot look into its archive. */
export function unpacked(path: string): string {
  return path.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`);
}
