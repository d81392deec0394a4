/**
 * `npm test`: sets up, builds, then every check and test. `npm test -- unit` picks steps; what follows a further `--`
 * goes to their runners. A failed step does not keep the later ones from running.
 */
import { ensureBuilt } from "./lib/build.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { ExpectedFailure, explain, runMain, say, secondsSince } from "./lib/say.mjs";
import { tellFailures } from "./lib/test-failures.mjs";
import { closingLine, failedRow, hasFailed, table } from "./lib/test-report.mjs";
import { steps } from "./lib/test-steps.mjs";

await runMain(async () => {
  const { picked, runnerArguments } = readArguments(process.argv.slice(2));
  const rows = await runAll(picked, runnerArguments);
  const failures = rows.flatMap((row) => row.failures);
  if (failures.length > 0) process.stdout.write(`\n${tellFailures(failures)}\n`);
  process.stdout.write(`\n${table(rows)}\n\n${closingLine(rows)}\n`);
  return hasFailed(rows) ? 1 : 0;
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
    const failure = await attempt(name, run);
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
async function attempt(name, run) {
  const startedAt = performance.now();
  try {
    await run();
    return undefined;
  } catch (error) {
    say(explain(error));
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
    say(explain(error));
    return failedRow(step.name, secondsSince(startedAt));
  }
}

/** @param {string[]} args */
function readArguments(args) {
  const end = args.indexOf("--");
  const names = end < 0 ? args : args.slice(0, end);
  const known = steps.map((step) => step.name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) {
    throw new ExpectedFailure(
      `There is no step "${unknown}": the steps are ${known.join(", ")}.\n` +
        "Next step: name some of them, or none for all; options for a runner come after a further --, as in: npm test -- unit -- -t money",
    );
  }
  const picked = names.length > 0 ? steps.filter((step) => names.includes(step.name)) : steps;
  return { picked, runnerArguments: end < 0 ? [] : args.slice(end + 1) };
}
