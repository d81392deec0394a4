/** The steps of `npm test`, `npm run test:all` and `npm run test:long`. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setUp } from "../setup.mjs";
import { appEnv, isRootOnLinux } from "./app-process.mjs";
import { needsVirtualScreen, openDesktop } from "./display.mjs";
import { inModules, isWindows, nodePath, projectRoot } from "./paths.mjs";
import { runForeground } from "./run.mjs";
import {
  ensureBrowsers,
  installContainerToolsIfPossible,
  installKeyringIfPossible,
} from "./system-libraries.mjs";
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
 * @property {"others" | "windows"} lane the steps of a lane run in sequence, the two lanes in parallel: those with windows
 *   of Electron or the extension, which packages build, too, and the others
 * @property {"short" | "all" | "long"} tier the shortest run that includes it: `npm test`, `npm run test:all`, or
 *   `npm run test:long`, which runs only its own steps
 * @property {boolean} needsBuild
 * @property {(run: Run) => Promise<import("./test-report.mjs").Outcome>} run
 */

/** Read by vitest.config.ts and by the tests of fuzzing and faults. */
const longEnv = { ...process.env, TIDEMARK_LONG: "1" };

/** @type {Step[]} */
export const steps = [
  { name: "check", lane: "others", tier: "short", needsBuild: false, run: runCheck },
  vitestStep("unit", "short"),
  vitestStep("contract", "short"),
  vitestStep("integration", "short"),
  vitestStep("storage", "all"),
  vitestStep("command-line", "all"),
  vitestStep("crash", "all"),
  playwrightStep("e2e", "short"),
  playwrightStep("window", "all"),
  vitestStep("documents", "all"),
  {
    name: "extension",
    lane: "windows",
    tier: "all",
    needsBuild: false,
    run: (run) => runInBrowsers("extension", run),
  },
  {
    name: "browser",
    lane: "others",
    tier: "all",
    needsBuild: true,
    run: (run) => runInBrowsers("browser", run),
  },
  vitestStep("fuzz", "all"),
  vitestStep("faults", "all"),
  playwrightStep("pictures", "all"),
  { name: "packaged", lane: "windows", tier: "all", needsBuild: true, run: runPackaged },
  longStep("unit-long", (run) => runVitest("unit", run, longEnv)),
  longStep("integration-long", (run) => runVitest("integration", run, longEnv)),
  longStep("fuzz-long", (run) => runVitest("fuzz", run, longEnv)),
  longStep("container", runContainer),
  longStep("faults-long", (run) => runVitest("faults", run, longEnv)),
  longStep("mutation", () => runScript("mutation.mjs")),
  longStep("soak", () => runScript("bench.mjs", "--soak", "30")),
];

/**
 * @param {string} name of a project in vitest.config.ts
 * @param {Step["tier"]} tier
 * @returns {Step}
 */
function vitestStep(name, tier) {
  return { name, lane: "others", tier, needsBuild: true, run: (run) => runVitest(name, run) };
}

/**
 * @param {string} name of a project in playwright.config.ts
 * @param {Step["tier"]} tier
 * @returns {Step}
 */
function playwrightStep(name, tier) {
  const env = name === "pictures" ? { TIDEMARK_PICTURES: "1" } : {};
  return { name, lane: "windows", tier, needsBuild: true, run: (run) => runPlaywright(name, run, env) };
}

/**
 * @param {string} name
 * @param {Step["run"]} run
 * @returns {Step}
 */
function longStep(name, run) {
  return { name, lane: "others", tier: "long", needsBuild: true, run };
}

/**
 * Formatting, linting, layers and types.
 * @param {Run} run
 */
async function runCheck({ label }) {
  const exitCode = await runForeground(isWindows ? "npm.cmd" : "npm", ["run", "--silent", "check"], {
    shell: isWindows,
    label,
  });
  return asOneTest(exitCode);
}

/**
 * @param {string} name of a file in `scripts`
 * @param {string[]} args
 */
async function runScript(name, ...args) {
  return asOneTest(await runForeground(nodePath, [join(projectRoot, "scripts", name), ...args]));
}

/** @param {number} exitCode */
function asOneTest(exitCode) {
  const passed = exitCode === 0 ? 1 : 0;
  return { passed, failed: 1 - passed, skipped: 0, failures: [], flaky: [] };
}

/**
 * @param {string} name of a project, which may have a second part, as in `unit-isolated`
 * @param {Run} run
 * @param {NodeJS.ProcessEnv} [env]
 */
function runVitest(name, { runnerArguments, label }, env) {
  return withReport(readVitest, (reportFile) => {
    // As many workers as cores, even beside Electron, which leaves its cores idle while it waits.
    const args = [
      ...["run", "--project", `${name}*`, `--maxWorkers=${availableParallelism()}`, "--retry=1"],
      ...["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`],
      ...runnerArguments,
    ];
    return runForeground(nodePath, [inModules("vitest", "vitest.mjs"), ...args], { env, label });
  });
}

/**
 * The browser extension in real browsers, and the pages that a server renders in one.
 * @param {string} name of a project in vitest.config.ts
 * @param {Run} run
 */
async function runInBrowsers(name, run) {
  await ensureBrowsers();
  return runVitest(name, run);
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
 * The server's package as a container.
 * @param {Run} run
 */
async function runContainer(run) {
  await installContainerToolsIfPossible();
  return runVitest("container", run);
}

/**
 * @param {string} project
 * @param {Run} run
 * @param {NodeJS.ProcessEnv} [variables]
 */
function runPlaywright(project, { runnerArguments, label }, variables = {}) {
  return withDesktops((desktops) =>
    withReport(readPlaywright, (reportFile) => {
      const env = appEnv({
        ...desktops[0],
        // Each worker selects its own (test/support/electron.ts).
        TIDEMARK_DESKTOPS: JSON.stringify(desktops),
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
        ...variables,
      });
      const cli = inModules("@playwright", "test", "cli.js");
      const options = [`--workers=${desktops.length}`, "--retries=1", "--reporter=list,json"];
      const args = [cli, "test", `--project=${project}`, ...options, ...runnerArguments];
      return runForeground(nodePath, args, { env, label });
    }),
  );
}

/**
 * Provides Electron, and two virtual desktops, one for each worker. On a real desktop there is one worker, because two
 * windows would fight over the focus.
 * @template T
 * @param {(environments: NodeJS.ProcessEnv[]) => Promise<T>} run
 * @returns {Promise<T>}
 */
async function withDesktops(run) {
  const { electronPath } = await setUp();
  await installKeyringIfPossible();
  const desktops = await Promise.all(Array.from({ length: needsVirtualScreen() ? 2 : 1 }, openDesktop));
  const sandbox = isRootOnLinux ? { TIDEMARK_NO_SANDBOX: "1" } : {};
  try {
    return await run(desktops.map(({ env }) => ({ ...env, TIDEMARK_ELECTRON: electronPath, ...sandbox })));
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
