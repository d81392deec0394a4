/**
 * Makes a fresh checkout runnable: installs packages, Electron and system libraries. Silent if everything is installed;
 * safe to run concurrently. `npm run setup` runs it alone; start, dev and test run it first.
 */
import { pathToFileURL } from "node:url";
import { ensureElectron } from "./lib/electron.mjs";
import { log, runMain } from "./lib/log.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { nodePath } from "./lib/paths.mjs";
import { ensureSystemLibraries } from "./lib/system-libraries.mjs";

/**
 * @param {{ quiet?: boolean }} [options] quiet: suppress the reminder about a stand-in runtime
 * @returns {Promise<{ electronPath: string, standIn: boolean, nodePath: string }>}
 */
export async function setUp({ quiet = false } = {}) {
  await ensurePackages();
  const runtime = await ensureElectron();
  await ensureSystemLibraries(runtime.electronPath);
  if (runtime.standIn && !quiet) log("Running on a stand-in Electron 33 instead of the version in releases.");
  return { ...runtime, nodePath };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runMain(async () => void (await setUp({ quiet: true })));
}
