/**
 * Makes a fresh checkout runnable: packages, Electron, system libraries. Says nothing when nothing is to do; safe to run
 * twice at once. `npm run setup` runs it alone; start, dev, test and tidemark run it first.
 */
import { pathToFileURL } from "node:url";
import { ensureElectron } from "./lib/electron.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { nodePath } from "./lib/paths.mjs";
import { runMain, say } from "./lib/say.mjs";
import { ensureSystemLibraries } from "./lib/system-libraries.mjs";

/**
 * @param {{ quiet?: boolean }} [options] quiet: does not remind of a stand-in runtime
 * @returns {Promise<{ electronPath: string, standIn: boolean, nodePath: string }>}
 */
export async function setUp({ quiet = false } = {}) {
  await ensurePackages();
  const runtime = await ensureElectron();
  await ensureSystemLibraries(runtime.electronPath);
  if (runtime.standIn && !quiet)
    say("Running on a stand-in Electron 33, not on the version that is released.");
  return { ...runtime, nodePath };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runMain(async () => void (await setUp({ quiet: true })));
}
