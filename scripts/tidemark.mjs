/**
 * `npm run -s tidemark -- <command>`: the command line of a checkout. Needs packages and a build, no Electron; stdout
 * belongs to the command alone.
 */

import { join } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { nodePath, projectRoot } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";
import { runMain } from "./lib/say.mjs";

await runMain(async () => {
  await ensurePackages();
  await ensureBuilt();
  // npm changes into the project's folder; file names are meant from where the user called.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  return runForeground(nodePath, [join(projectRoot, "out", "main", "cli.js"), ...process.argv.slice(2)], {
    cwd,
  });
});
