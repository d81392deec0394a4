/** The steps of `npm test` and `npm run test:all`. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setUp } from "../setup.mjs";
import { appEnv, isRootOnLinux } from "./app-process.mjs";
import { openDesktop } from "./display.mjs";
import { inModules, isWindows, nodePath, projectRoot } from "./paths.mjs";
import { runForeground } from "./run.mjs";
import { ensureBrowsers, installKeyringIfPossible } from "./system-libraries.mjs";
import { readPlaywrightFailures, readVitestFailures } from "./test-failures.mjs";
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
 * @property {boolean} isInShortRun whether `npm test` runs it; `npm run test:all` runs every step
 * @property {boolean} needsBuild
 * @property {(run: Run) => Promise<import("./test-report.mjs").Outcome>} run
 */

/** @type {Step[]} */
export const steps = [
  { name: "check", lane: "node", isInShortRun: true, needsBuild: false, run: runCheck },
  { name: "unit", lane: "node", isInShortRun: true, needsBuild: true, run: (run) => runVitest("unit", run) },
  {
    name: "contract",
    lane: "node",
    isInShortRun: true,
    needsBuild: true,
    run: (run) => runVitest("contract", run),
  },
  {
    name: "integration",
    lane: "node",
    isInShortRun: true,
    needsBuild: true,
    run: (run) => runVitest("integration", run),
  },
  {
    name: "e2e",
    lane: "electron",
    isInShortRun: true,
    needsBuild: true,
    run: (run) => runPlaywright("e2e", run),
  },
  {
    name: "window",
    lane: "electron",
    isInShortRun: false,
    needsBuild: true,
    run: (run) => runPlaywright("window", run),
  },
  {
    name: "documents",
    lane: "node",
    isInShortRun: false,
    needsBuild: true,
    run: (run) => runVitest("documents", run),
  },
  { name: "extension", lane: "node", isInShortRun: false, needsBuild: false, run: runExtension },
  { name: "fuzz", lane: "node", isInShortRun: false, needsBuild: true, run: (run) => runVitest("fuzz", run) },
  {
    name: "faults",
    lane: "node",
    isInShortRun: false,
    needsBuild: true,
    run: (run) => runVitest("faults", run),
  },
  {
    name: "pictures",
    lane: "electron",
    isInShortRun: false,
    needsBuild: true,
    run: (run) => runPlaywright("pictures", run),
  },
  {
    name: "packaged",
    lane: "electron",
    isInShortRun: false,
    needsBuild: true,
    run: runPackaged,
  },
];

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
  return { passed, failed: 1 - passed, skipped: 0, failures: [] };
}

/**
 * @param {string} project
 * @param {Run} run
 * @param {NodeJS.ProcessEnv} [env]
 */
function runVitest(project, { runnerArguments, label }, env) {
  return withReport(readVitest, (reportFile) => {
    const workers = label === undefined ? availableParallelism() : Math.ceil(availableParallelism() / 2);
    const args = [
      ...["run", "--project", project, `--maxWorkers=${workers}`],
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
 * @param {string} project
 * @param {Run} run
 */
function runPlaywright(project, { runnerArguments, label }) {
  return withElectron((electronEnv) =>
    withReport(readPlaywright, (reportFile) => {
      const env = { ...electronEnv, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile };
      const cli = inModules("@playwright", "test", "cli.js");
      const args = [cli, "test", `--project=${project}`, "--reporter=list,json", ...runnerArguments];
      return runForeground(nodePath, args, { env, label });
    }),
  );
}

/**
 * Provides Electron, and a virtual desktop if the machine has none.
 * @template T
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} run
 * @returns {Promise<T>}
 */
async function withElectron(run) {
  const { electronPath } = await setUp();
  await installKeyringIfPossible();
  const desktop = await openDesktop();
  try {
    const sandbox = isRootOnLinux ? { TIDEMARK_NO_SANDBOX: "1" } : {};
    return await run(appEnv({ ...desktop.env, TIDEMARK_ELECTRON: electronPath, ...sandbox }));
  } finally {
    await desktop.close();
  }
}

/** @param {any} report */
function readVitest(report) {
  return { ...countVitest(report), failures: readVitestFailures(report, projectRoot) };
}

/** @param {any} report */
function readPlaywright(report) {
  return { ...countPlaywright(report), failures: readPlaywrightFailures(report) };
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
