/**
 * `npm run profile -- NAME…`: runs benchmarks under V8's profiler and tells where each process spent its time; a flame
 * graph of each lies in `test-results/profiles`, beside the profile itself, which browsers' tools open.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { ExpectedFailure, runMain } from "./lib/log.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { nodePath, projectRoot } from "./lib/paths.mjs";
import { flameGraph } from "./lib/profile/flame-graph.mjs";
import { costliest, treeOf } from "./lib/profile/profile-tree.mjs";
import { runForeground } from "./lib/run.mjs";

const folder = join(projectRoot, "test-results", "profiles");
const shown = 12;
/** A process that did nearly nothing is of no interest. */
const leastBusyMs = 200;

await runMain(async () => {
  const names = process.argv.slice(2);
  if (names.length === 0)
    throw new ExpectedFailure("Name what is to be profiled, as in: npm run profile -- lookup extract");
  await ensurePackages();
  await ensureBuilt();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${JSON.stringify(folder)}` };
  const code = await runForeground(
    nodePath,
    [join(projectRoot, "out/main/cli.js"), "bench", ...names, "--runs", "2"],
    { env },
  );
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".cpuprofile"))) report(name);
  return code;
});

/** @param {string} name */
function report(name) {
  const tree = treeOf(JSON.parse(readFileSync(join(folder, name), "utf8")));
  if (tree.totalMs < leastBusyMs) return;
  const graph = join(folder, name.replace(/\.cpuprofile$/, ".svg"));
  writeFileSync(graph, flameGraph(tree));
  process.stdout.write(`\n${relative(projectRoot, graph)}: ${Math.round(tree.totalMs)} ms at work\n`);
  for (const [label, ms] of costliest(tree, shown))
    process.stdout.write(`${((ms / tree.totalMs) * 100).toFixed(1).padStart(6)} %  ${label}\n`);
}
