/**
 * `npm run profile -- NAME…`: runs benchmarks under V8's profiler and lists where each process spent its time. A flame
 * graph of each is in `test-results/profiles`, beside the profile itself, which browsers' developer tools can open.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { drawFlameGraph } from "../bench/profile/flame-graph.mjs";
import { buildCallTree, topFunctions } from "../bench/profile/profile-tree.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ExpectedFailure, runMain } from "./lib/log.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { nodePath, projectRoot } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";

const folder = join(projectRoot, "test-results", "profiles");
const listedFunctions = 12;
/** Processes that were busy for less than this are omitted. */
const minBusyMs = 200;

await runMain(async () => {
  const names = process.argv.slice(2);
  if (names.length === 0)
    throw new ExpectedFailure("Name the benchmarks to profile, as in: npm run profile -- lookup extract");
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

/** @param {string} name of a profile */
function report(name) {
  const tree = buildCallTree(JSON.parse(readFileSync(join(folder, name), "utf8")));
  if (tree.totalMs < minBusyMs) return;
  const graph = join(folder, name.replace(/\.cpuprofile$/, ".svg"));
  writeFileSync(graph, drawFlameGraph(tree));
  process.stdout.write(`\n${relative(projectRoot, graph)}: ${Math.round(tree.totalMs)} ms of CPU time\n`);
  for (const [label, ms] of topFunctions(tree, listedFunctions))
    process.stdout.write(`${((ms / tree.totalMs) * 100).toFixed(1).padStart(6)} %  ${label}\n`);
}
