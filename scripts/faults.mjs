/**
 * `npm run faults [-- --only NAME… --seed N --rounds N --quick]`: injects faults repeatedly and verifies that every
 * guarantee still holds. A full run updates the table in docs/faults.md.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appEnv, isRootOnLinux } from "./lib/app-process.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { openDesktop } from "./lib/display.mjs";
import { findUnknownFault, readFaultArguments } from "./lib/fault-arguments.mjs";
import { formatFaultTable, readReports, updateFaultPage } from "./lib/fault-table.mjs";
import { ExpectedFailure, runMain } from "./lib/log.mjs";
import { inModules, nodePath, projectRoot } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const testFolder = join(projectRoot, "test", "faults");

await runMain(async () => {
  const options = readFaultArguments(process.argv.slice(2));
  const unknownFaultError = findUnknownFault(options.only, testFolder);
  if (unknownFaultError) throw new ExpectedFailure(unknownFaultError);
  const { electronPath } = await setUp();
  await ensureBuilt();
  const reports = mkdtempSync(join(tmpdir(), "tidemark-faults-"));
  const desktop = await openDesktop();
  try {
    const { seed, rounds, isLong } = options;
    const plan = { ...(seed === null ? {} : { seed }), rounds, isLong, reports };
    const env = appEnv({
      ...desktop.env,
      TIDEMARK_FAULTS: JSON.stringify(plan),
      TIDEMARK_ELECTRON: electronPath,
      ...(isRootOnLinux ? { TIDEMARK_NO_SANDBOX: "1" } : {}),
    });
    const files = options.only.map((name) => `test/faults/${name}.test.ts`);
    const args = [inModules("vitest", "vitest.mjs"), "run", "--project", "faults", ...files];
    const code = await runForeground(nodePath, args, { env });
    const rows = readReports(reports);
    process.stdout.write(`\n${formatFaultTable(rows)}\n`);
    if (options.isFullRun) updateFaultPage(join(projectRoot, "docs", "faults.md"), rows);
    return code;
  } finally {
    await desktop.close();
    rmSync(reports, { recursive: true, force: true });
  }
});
