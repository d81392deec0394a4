/** The steps of `npm test`. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setUp } from "../setup.mjs";
import { appEnv, isRootOnLinux } from "./app-process.mjs";
import { openDesktop } from "./display.mjs";
import { inModules, isWindows, nodePath, projectRoot } from "./paths.mjs";
import { runForeground } from "./run.mjs";
import { installKeyringIfPossible } from "./system-libraries.mjs";
import { readPlaywrightFailures, readVitestFailures } from "./test-failures.mjs";
import { countPlaywright, countVitest, finalOutcome } from "./test-report.mjs";

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {boolean} needsBuild
 * @property {(runnerArguments: string[]) => Promise<import("./test-report.mjs").Outcome>} run
 */

/** @type {Step[]} */
export const steps = [
  { name: "check", needsBuild: false, run: runCheck },
  { name: "unit", needsBuild: true, run: runVitest },
  { name: "e2e", needsBuild: true, run: runPlaywright },
];

/** Formatting, linting, layers and types. Counts as one test. */
async function runCheck() {
  const exitCode = await runForeground(isWindows ? "npm.cmd" : "npm", ["run", "--silent", "check"], {
    shell: isWindows,
  });
  const passed = exitCode === 0 ? 1 : 0;
  return { passed, failed: 1 - passed, skipped: 0, failures: [] };
}

/** @param {string[]} extra */
function runVitest(extra) {
  return withReport(readVitest, (reportFile) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
    return runForeground(nodePath, [inModules("vitest", "vitest.mjs"), "run", ...reporters, ...extra]);
  });
}

/** @param {string[]} extra */
async function runPlaywright(extra) {
  const { electronPath } = await setUp();
  await installKeyringIfPossible();
  const desktop = await openDesktop();
  try {
    return await withReport(readPlaywright, (reportFile) => {
      const env = appEnv({
        ...desktop.env,
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
        TIDEMARK_ELECTRON: electronPath,
        ...(isRootOnLinux ? { TIDEMARK_NO_SANDBOX: "1" } : {}),
      });
      const args = [inModules("@playwright", "test", "cli.js"), "test", "--reporter=list,json", ...extra];
      return runForeground(nodePath, args, { env });
    });
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
