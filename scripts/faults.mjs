/**
 * `npm run faults [-- --only NAME… --seed N --rounds N --quick]`: brings about what can go wrong, again and again, and
 * holds what is left against what was promised. A whole run brings the table in docs/faults.md up to date.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appEnv, isRootOnLinux } from "./lib/app-process.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { openDesktop } from "./lib/display.mjs";
import { readFaultArguments, unknownFault } from "./lib/fault-arguments.mjs";
import { faultTable, readReports, updateFaultPage } from "./lib/fault-table.mjs";
import { inModules, nodePath, projectRoot } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";
import { ExpectedFailure, runMain } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";

const testFolder = join(projectRoot, "test", "faults");

await runMain(async () => {
  const wanted = readFaultArguments(process.argv.slice(2));
  const unknown = unknownFault(wanted.only, testFolder);
  if (unknown) throw new ExpectedFailure(unknown);
  const { electronPath } = await setUp();
  await ensureBuilt();
  const reports = mkdtempSync(join(tmpdir(), "tidemark-faults-"));
  const desktop = await openDesktop();
  try {
    const { seed, rounds, isLong } = wanted;
    const plan = { ...(seed === null ? {} : { seed }), rounds, isLong, reports };
    const env = appEnv({
      ...desktop.env,
      TIDEMARK_FAULTS: JSON.stringify(plan),
      TIDEMARK_ELECTRON: electronPath,
      ...(isRootOnLinux ? { TIDEMARK_NO_SANDBOX: "1" } : {}),
    });
    const files = wanted.only.map((name) => `test/faults/${name}.test.ts`);
    const args = [inModules("vitest", "vitest.mjs"), "run", "--project", "faults", ...files];
    const code = await runForeground(nodePath, args, { env });
    const rows = readReports(reports);
    process.stdout.write(`\n${faultTable(rows)}\n`);
    if (wanted.isWhole) updateFaultPage(join(projectRoot, "docs", "faults.md"), rows);
    return code;
  } finally {
    await desktop.close();
    rmSync(reports, { recursive: true, force: true });
  }
});
