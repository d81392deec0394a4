/** Archives, by the system's own `tar`: electron-builder would fetch a program for that. */
import { basename, dirname } from "node:path";
import { runCaptured } from "../run.mjs";
import { ExpectedFailure } from "../say.mjs";

/**
 * Packs a folder as `.tar.gz`.
 * @param {string} folder
 * @param {string} file
 */
export async function tarOf(folder, file) {
  const args = ["-czf", file, "-C", dirname(folder), basename(folder)];
  const { ok, output } = await runCaptured("tar", args);
  if (!ok) throw new ExpectedFailure(`The archive could not be written:\n${output}`);
}
