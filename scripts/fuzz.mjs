/** `npm run fuzz [-- --cases N --seed N --only NAME]`: bad input at scale, for every door of the program. */
import { ensureBuilt } from "./lib/build.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { nodePath, projectRoot } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";
import { runMain } from "./lib/say.mjs";

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
