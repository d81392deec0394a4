/**
 * `npm run -s tidemark -- <command>`: runs the command line from a checkout. Needs packages and a build, but no
 * Electron. Only the command itself writes to stdout.
 */

import { join } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { runMain } from "./lib/log.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { nodePath, projectRoot } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";

await runMain(async () => {
  await ensurePackages();
  await ensureBuilt();
  // npm changes to the project's folder, but file names are relative to the user's folder.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  return runForeground(nodePath, [join(projectRoot, "out", "main", "cli.js"), ...process.argv.slice(2)], {
    cwd,
  });
});
