/** `npm run fuzz [-- --cases N --seed N --only NAME]`: fuzzes every input of the program. */
import { ensureBuilt } from "./lib/build.mjs";
import { runMain } from "./lib/log.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { nodePath, projectRoot } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";

await runMain(async () => {
  await ensurePackages();
  await ensureBuilt();
  const loader = `${projectRoot}/scripts/lib/run-typescript.mjs`;
  return runForeground(nodePath, [
    "--import",
    loader,
    `${projectRoot}/test/fuzz/main.ts`,
    ...process.argv.slice(2),
  ]);
});
