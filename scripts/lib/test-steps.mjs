/** The steps of `npm test`, `npm run test:all` and `npm run test:long`. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setUp } from "../setup.mjs";
import { appEnv, isRootOnLinux } from "./app-process.mjs";
import { needsVirtualScreen, openDesktop } from "./display.mjs";
import { inModules, isWindows, nodePath, projectRoot } from "./paths.mjs";
import { runForeground } from "./run.mjs";
import { ensureBrowsers, installKeyringIfPossible } from "./system-libraries.mjs";
import {
  readPlaywrightFailures,
  readPlaywrightFlaky,
  readVitestFailures,
  readVitestFlaky,
} from "./test-failures.mjs";
import { countPlaywright, countVitest, finalOutcome } from "./test-report.mjs";

/**
 * @typedef {object} Run
 * @property {string[]} runnerArguments
 * @property {string} [label] prefixes each line of output if another step runs at the same time
 */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {"node" | "electron"} lane the steps of a lane run in sequence, the two lanes in parallel
 * @property {"short" | "all" | "long"} tier the shortest run that includes it: `npm test`, `npm run test:all`, or
 *   `npm run test:long`, which runs only its own steps
 * @property {boolean} needsBuild
 * @property {(run: Run) => Promise<import("./test-report.mjs").Outcome>} run
 */

/** @type {Step[]} */
export const steps = [
  { name: "check", lane: "node", tier: "short", needsBuild: false, run: runCheck },
  vitestStep("unit", "short"),
  vitestStep("contract", "short"),
  vitestStep("integration", "short"),
  playwrightStep("e2e", "short"),
  playwrightStep("window", "all"),
  vitestStep("documents", "all"),
  { name: "extension", lane: "node", tier: "all", needsBuild: false, run: runExtension },
  vitestStep("fuzz", "all"),
  { name: "faults", lane: "electron", tier: "all", needsBuild: true, run: runFaults },
  playwrightStep("pictures", "all"),
  { name: "packaged", lane: "electron", tier: "all", needsBuild: true, run: runPackaged },
];

/**
 * @param {string} name of a project in vitest.config.ts
 * @param {Step["tier"]} tier
 * @returns {Step}
 */
function vitestStep(name, tier) {
  return { name, lane: "node", tier, needsBuild: true, run: (run) => runVitest(name, run) };
}

/**
 * @param {string} name of a project in playwright.config.ts
 * @param {Step["tier"]} tier
 * @returns {Step}
 */
function playwrightStep(name, tier) {
  const env = name === "pictures" ? { TIDEMARK_PICTURES: "1" } : {};
  return { name, lane: "electron", tier, needsBuild: true, run: (run) => runPlaywright(name, run, env) };
}

/**
 * Formatting, linting, layers and types. Counts as one test.
 * @param {Run} run
 */
async function runCheck({ label }) {
  const exitCode = await runForeground(isWindows ? "npm.cmd" : "npm", ["run", "--silent", "check"], {
    shell: isWindows,
    label,
  });
  const passed = exitCode === 0 ? 1 : 0;
  return { passed, failed: 1 - passed, skipped: 0, failures: [], flaky: [] };
}

/**
 * @param {string} project
 * @param {Run} run
 * @param {NodeJS.ProcessEnv} [env]
 */
function runVitest(project, { runnerArguments, label }, env) {
  return withReport(readVitest, (reportFile) => {
    // As many workers as cores, even beside Electron, which leaves its cores idle while it waits.
    const args = [
      ...["run", "--project", project, `--maxWorkers=${availableParallelism()}`, "--retry=1"],
      ...["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`],
      ...runnerArguments,
    ];
    return runForeground(nodePath, [inModules("vitest", "vitest.mjs"), ...args], { env, label });
  });
}

/**
 * The browser extension in real browsers.
 * @param {Run} run
 */
async function runExtension(run) {
  await ensureBrowsers();
  return runVitest("extension", run);
}

/**
 * The built packages, with the extension's in real browsers.
 * @param {Run} run
 */
async function runPackaged(run) {
  if (process.platform === "linux") await ensureBrowsers();
  return runPlaywright("packaged", run);
}

/**
 * Injects faults into the engine in a utility process and into the whole app.
 * @param {Run} run
 */
function runFaults(run) {
  return withElectron(1, (env) => runVitest("faults", run, env));
}

/**
 * Two workers, each with a screen and a bus of its own; on the user's desktop one, because windows would fight over the
 * focus.
 * @param {string} project
 * @param {Run} run
 * @param {NodeJS.ProcessEnv} [variables]
 */
function runPlaywright(project, { runnerArguments, label }, variables = {}) {
  const workers = needsVirtualScreen() ? 2 : 1;
  return withElectron(workers, (electronEnv) =>
    withReport(readPlaywright, (reportFile) => {
      const env = { ...electronEnv, ...variables, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile };
      const cli = inModules("@playwright", "test", "cli.js");
      const options = [`--workers=${workers}`, "--retries=1", "--reporter=list,json"];
      const args = [cli, "test", `--project=${project}`, ...options, ...runnerArguments];
      return runForeground(nodePath, args, { env, label });
    }),
  );
}

/**
 * Provides Electron, and virtual desktops if the machine has none. A test's worker selects its own from
 * `TIDEMARK_DESKTOPS` (`test/support/electron.ts`); other programs use the first.
 * @template T
 * @param {number} count of desktops
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} run
 * @returns {Promise<T>}
 */
async function withElectron(count, run) {
  const { electronPath } = await setUp();
  await installKeyringIfPossible();
  const desktops = await Promise.all(Array.from({ length: count }, openDesktop));
  const environments = desktops.map(({ env }) => env);
  try {
    const sandbox = isRootOnLinux ? { TIDEMARK_NO_SANDBOX: "1" } : {};
    return await run(
      appEnv({
        ...environments[0],
        TIDEMARK_DESKTOPS: JSON.stringify(environments),
        TIDEMARK_ELECTRON: electronPath,
        ...sandbox,
      }),
    );
  } finally {
    await Promise.all(desktops.map((desktop) => desktop.close()));
  }
}

/** @param {any} report */
function readVitest(report) {
  return {
    ...countVitest(report),
    failures: readVitestFailures(report, projectRoot),
    flaky: readVitestFlaky(report, projectRoot),
  };
}

/** @param {any} report */
function readPlaywright(report) {
  return {
    ...countPlaywright(report),
    failures: readPlaywrightFailures(report),
    flaky: readPlaywrightFlaky(report),
  };
}

/**
 * @param {(report: any) => import("./test-report.mjs").Outcome} read
 * @param {(reportFile: string) => Promise<number>} run resolves to the exit code
 */
async function withReport(read, run) {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-test-"));
  const reportFile = join(folder, "report.json");
  try {
    const exitCode = await run(reportFile);
    return finalOutcome(readReport(reportFile, read), exitCode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 * @param {(report: any) => import("./test-report.mjs").Outcome} read
 */
function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}
