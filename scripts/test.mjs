/**
 * `npm test`: sets up, builds, then runs the short steps of `lib/test-steps.mjs`; `npm run test:all` adds the others but the
 * long ones. `npm test -- unit` selects steps; arguments after a second `--` go to their runners. Steps with windows run in
 * parallel with the others. A failed step does not stop the rest. A failed test runs once more; if it then passes, it is
 * listed as flaky.
 */
import { ensureBuilt } from "./lib/build.mjs";
import { describeError, ExpectedFailure, log, runMain, secondsSince } from "./lib/log.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { formatFailures } from "./lib/test-failures.mjs";
import { failedRow, formatSummary, formatTable, hasFailures } from "./lib/test-report.mjs";
import { steps } from "./lib/test-steps.mjs";

await runMain(async () => {
  const startedAt = performance.now();
  const { selected, runnerArguments } = readArguments(process.argv.slice(2));
  const rows = await runAll(selected, runnerArguments);
  const failures = rows.flatMap((row) => row.failures);
  if (failures.length > 0) process.stdout.write(`\n${formatFailures(failures)}\n`);
  const flaky = rows.flatMap((row) => row.flaky);
  if (flaky.length > 0) process.stdout.write(`\nFlaky: failed once, then passed\n${formatFailures(flaky)}\n`);
  const minutes = (Number(secondsSince(startedAt)) / 60).toFixed(1);
  process.stdout.write(`\n${formatTable(rows)}\n\n${minutes} minutes\n${formatSummary(rows)}\n`);
  return hasFailures(rows) ? 1 : 0;
});

/**
 * @param {import("./lib/test-steps.mjs").Step[]} selected
 * @param {string[]} runnerArguments
 */
async function runAll(selected, runnerArguments) {
  const preparations = [{ name: "set-up", run: ensurePackages, isNeeded: true }];
  preparations.push({ name: "build", run: ensureBuilt, isNeeded: selected.some((step) => step.needsBuild) });
  /** @type {import("./lib/test-report.mjs").Row[]} */
  const rows = [];
  for (const { name, run, isNeeded } of preparations) {
    if (!isNeeded) continue;
    const failure = await prepare(name, run);
    if (failure) rows.push(failure);
    if (failure && name === "set-up") return rows;
  }
  const lanes = ["others", "windows"].map((lane) => selected.filter((step) => step.lane === lane));
  const hasTwoLanes = lanes.every((lane) => lane.length > 0);
  const ran = await Promise.all(lanes.map((lane) => runLane(lane, runnerArguments, hasTwoLanes)));
  return [...rows, ...ran.flat()];
}

/**
 * @param {import("./lib/test-steps.mjs").Step[]} lane
 * @param {string[]} runnerArguments
 * @param {boolean} isParallel whether the other lane writes to the same terminal
 */
async function runLane(lane, runnerArguments, isParallel) {
  const rows = [];
  for (const step of lane)
    rows.push(await runStep(step, { runnerArguments, ...(isParallel ? { label: step.name } : {}) }));
  return rows;
}

/**
 * @param {string} name
 * @param {() => Promise<void>} run
 */
async function prepare(name, run) {
  const startedAt = performance.now();
  try {
    await run();
    return undefined;
  } catch (error) {
    log(describeError(error));
    return failedRow(name, secondsSince(startedAt));
  }
}

/**
 * @param {import("./lib/test-steps.mjs").Step} step
 * @param {import("./lib/test-steps.mjs").Run} run
 * @returns {Promise<import("./lib/test-report.mjs").Row>}
 */
async function runStep(step, run) {
  process.stdout.write(`\n── ${step.name}\n`);
  const startedAt = performance.now();
  try {
    const counts = await step.run(run);
    return { name: step.name, ...counts, seconds: secondsSince(startedAt) };
  } catch (error) {
    log(describeError(error));
    return failedRow(step.name, secondsSince(startedAt));
  }
}

/**
 * @param {string[]} names
 * @returns {string[] | undefined} undefined if they name steps
 */
function tiersOf(names) {
  if (names.length === 0) return ["short"];
  if (names.length > 1) return undefined;
  return { all: ["short", "all"], long: ["long"] }[names[0]];
}

/** @param {string[]} args */
function readArguments(args) {
  const end = args.indexOf("--");
  const names = end < 0 ? args : args.slice(0, end);
  const runnerArguments = end < 0 ? [] : args.slice(end + 1);
  const tiers = tiersOf(names);
  if (tiers) return { selected: steps.filter((step) => tiers.includes(step.tier)), runnerArguments };
  const stepNames = steps.map((step) => step.name);
  const unknown = names.find((name) => !stepNames.includes(name));
  if (unknown) {
    throw new ExpectedFailure(
      `Unknown step "${unknown}". The steps are ${stepNames.join(", ")}.\n` +
        "Next step: name one or more of them, all, or long. Options for a runner follow a second --, as in: npm test -- unit -- -t money",
    );
  }
  return { selected: steps.filter((step) => names.includes(step.name)), runnerArguments };
}
