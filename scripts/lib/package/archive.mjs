/** Creates archives with the system's `tar`; electron-builder would download a program for that. */
import { basename, dirname } from "node:path";
import { ExpectedFailure } from "../log.mjs";
import { runCaptured } from "../run.mjs";

/**
 * Packs a folder as `.tar.gz`.
 * @param {string} folder
 * @param {string} file
 */
export async function createTarball(folder, file) {
  const args = ["-czf", file, "-C", dirname(folder), basename(folder)];
  const { ok, output } = await runCaptured("tar", args);
  if (!ok) throw new ExpectedFailure(`The archive could not be written:\n${output}`);
}
