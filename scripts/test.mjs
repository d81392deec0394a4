/**
 * `npm test`: sets up, builds, then runs every check and test. `npm test -- unit` selects steps; arguments after a second
 * `--` go to their runners. Later steps run even if one fails.
 */
import { ensureBuilt } from "./lib/build.mjs";
import { describeError, ExpectedFailure, log, runMain, secondsSince } from "./lib/log.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { formatFailures } from "./lib/test-failures.mjs";
import { failedRow, formatSummary, formatTable, hasFailures } from "./lib/test-report.mjs";
import { steps } from "./lib/test-steps.mjs";

await runMain(async () => {
  const { picked, runnerArguments } = readArguments(process.argv.slice(2));
  const rows = await runAll(picked, runnerArguments);
  const failures = rows.flatMap((row) => row.failures);
  if (failures.length > 0) process.stdout.write(`\n${formatFailures(failures)}\n`);
  process.stdout.write(`\n${formatTable(rows)}\n\n${formatSummary(rows)}\n`);
  return hasFailures(rows) ? 1 : 0;
});

/**
 * @param {import("./lib/test-steps.mjs").Step[]} picked
 * @param {string[]} runnerArguments
 */
async function runAll(picked, runnerArguments) {
  const preparations = [{ name: "set-up", run: ensurePackages, isNeeded: true }];
  preparations.push({ name: "build", run: ensureBuilt, isNeeded: picked.some((step) => step.needsBuild) });
  /** @type {import("./lib/test-report.mjs").Row[]} */
  const rows = [];
  for (const { name, run, isNeeded } of preparations) {
    if (!isNeeded) continue;
    const failure = await prepare(name, run);
    if (failure) rows.push(failure);
    if (failure && name === "set-up") return rows;
  }
  for (const step of picked) rows.push(await runStep(step, runnerArguments));
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
 * @param {string[]} runnerArguments
 * @returns {Promise<import("./lib/test-report.mjs").Row>}
 */
async function runStep(step, runnerArguments) {
  process.stdout.write(`\n── ${step.name}\n`);
  const startedAt = performance.now();
  try {
    const counts = await step.run(runnerArguments);
    return { name: step.name, ...counts, seconds: secondsSince(startedAt) };
  } catch (error) {
    log(describeError(error));
    return failedRow(step.name, secondsSince(startedAt));
  }
}

/** @param {string[]} args */
function readArguments(args) {
  const end = args.indexOf("--");
  const names = end < 0 ? args : args.slice(0, end);
  const stepNames = steps.map((step) => step.name);
  const unknown = names.find((name) => !stepNames.includes(name));
  if (unknown) {
    throw new ExpectedFailure(
      `Unknown step "${unknown}". The steps are ${stepNames.join(", ")}.\n` +
        "Next step: name one or more of them, or none to run all. Options for a runner follow a second --, as in: npm test -- unit -- -t money",
    );
  }
  const picked = names.length > 0 ? steps.filter((step) => names.includes(step.name)) : steps;
  return { picked, runnerArguments: end < 0 ? [] : args.slice(end + 1) };
}
