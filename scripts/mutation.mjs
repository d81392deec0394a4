/**
 * `npm run mutation [-- AREA… --file PART]`: changes the code of an area in one place at a time, and prints the changes
 * that no test notices. A run of whole areas updates docs/mutation.md.
 */
import { globSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { breakRules, formatRuleRun } from "./lib/break-rules.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ExpectedFailure, runMain } from "./lib/log.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { updateTable } from "./lib/page-table.mjs";
import { projectRoot } from "./lib/paths.mjs";

/** @typedef {Awaited<ReturnType<import("@stryker-mutator/core").Stryker["runMutationTest"]>>[number]} Mutant */

/** The code of each area, below `src`, and the tests that should notice a change of it, below `test`. */
const areas = {
  "rate-limit": {
    code: ["main/engine/domain/rate-window.ts", "main/engine/operations/request/account-state.ts"],
    tests: ["unit/engine/domain/rate-window.test.ts", "unit/engine/operations/request/account-state.test.ts"],
  },
  credits: {
    code: ["main/engine/domain/{cost,subscription,billing-period}.ts", "main/engine/db/account.ts"],
    tests: [
      "unit/engine/domain/{cost,subscription,billing-period}.test.ts",
      "unit/engine/db/account.test.ts",
    ],
  },
  deliveries: {
    code: [
      "main/engine/domain/delivery-retries.ts",
      "main/engine/webhooks/{delivery-agent,signature}.ts",
      "main/engine/operations/webhooks/{outbox,record-attempt,resend-event,rotate-secret,secrets}.ts",
      "main/engine/db/delivery.ts",
    ],
    tests: [
      "unit/engine/domain/delivery-retries.test.ts",
      "unit/engine/webhooks/*.test.ts",
      "unit/engine/operations/webhooks/*.test.ts",
      "unit/engine/db/delivery.test.ts",
    ],
  },
  alerts: {
    code: [
      "main/engine/domain/alerts/*.ts",
      "main/engine/operations/alerts/{evaluate-event,receive-event,end-snoozes}.ts",
    ],
    tests: ["unit/engine/domain/alerts/*.test.ts", "unit/engine/operations/alerts/*.test.ts"],
  },
  addresses: {
    code: ["shared/node/address-guard.ts"],
    tests: ["unit/shared/node/address-guard.test.ts"],
  },
  migrations: {
    code: ["main/engine/db/{open,schema-check}.ts"],
    tests: ["unit/engine/db/{open,schema-check}.test.ts"],
  },
  extraction: {
    code: ["main/engine/extract/choose/{decide,agreement,offer,variant}.ts"],
    tests: [
      "unit/engine/extract/{agreement,choice,embedded-state,fixtures,platforms}.test.ts",
      "unit/engine/extract/{recipe,shop-terms,shown-prices,structured-data,visible-text}.test.ts",
    ],
  },
};

/** The areas above, and the rules of the contract, which are broken by changes of their own. */
const areaNames = [...Object.keys(areas), "rules"];

const tableHeader = "| area | changes | noticed | share |\n|---|--:|--:|--:|";
const isNoticed = (/** @type {Mutant} */ { status }) => status === "Killed" || status === "Timeout";
const isMissed = (/** @type {Mutant} */ { status }) => status === "Survived" || status === "NoCoverage";

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { file: { type: "string" }, jobs: { type: "string", default: "2" } },
  });
  const unknown = positionals.find((name) => !areaNames.includes(name));
  if (unknown !== undefined)
    throw new ExpectedFailure(`Unknown area "${unknown}". The areas are ${areaNames.join(", ")}.`);
  await ensurePackages();
  await ensureBuilt();
  const rows = [];
  for (const name of areaNames) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const { all, missed } = await changeArea(name, values.file ?? "", Number(values.jobs));
    for (const change of missed) process.stdout.write(`${change}\n`);
    const row = formatRow(name, all, all - missed.length);
    process.stdout.write(`\n${tableHeader}\n${row}\n`);
    rows.push(row);
  }
  if (values.file === undefined)
    updateTable(join(projectRoot, "docs", "mutation.md"), "mutation", tableHeader, rows);
  return 0;
});

/**
 * The number of changes, and those that no test has noticed.
 * @param {string} name
 * @param {string} part of the names of files, or of the ids of rules
 * @param {number} jobs
 * @returns {Promise<{ all: number, missed: string[] }>}
 */
async function changeArea(name, part, jobs) {
  if (name === "rules") {
    const runs = await breakRules(part);
    const missed = runs.filter(({ outcome }) => outcome.kind !== "noticed");
    return { all: runs.length, missed: missed.map(formatRuleRun) };
  }
  const mutants = await mutate(areas[name], part, jobs);
  const missed = mutants.filter(isMissed);
  return { all: mutants.filter(isNoticed).length + missed.length, missed: missed.map(formatMutant) };
}

/**
 * @param {{ code: string[], tests: string[] }} area
 * @param {string} file only the files whose names contain this
 * @param {number} jobs
 * @returns {Promise<Mutant[]>}
 */
async function mutate({ code, tests }, file, jobs) {
  const files = code
    .flatMap((path) => globSync(`src/${path}`, { cwd: projectRoot }))
    .filter((path) => basename(path).includes(file));
  if (files.length === 0) throw new ExpectedFailure(`No file of the area has "${file}" in its name.`);
  const { Stryker } = await import("@stryker-mutator/core");
  const stryker = new Stryker({
    plugins: ["@stryker-mutator/vitest-runner"],
    testRunner: "vitest",
    vitest: { configFile: "vitest.config.ts", related: false },
    testFiles: tests.map((path) => `test/${path}`),
    mutate: files,
    // Texts have tests of their own, and a change of a constant would need every test.
    mutator: { excludedMutations: ["StringLiteral"] },
    ignoreStatic: true,
    coverageAnalysis: "perTest",
    concurrency: jobs,
    reporters: ["progress-append-only"],
    disableTypeChecks: false,
    logLevel: "error",
    tempDirName: ".cache/mutation",
  });
  return stryker.runMutationTest();
}

/**
 * @param {string} name
 * @param {number} all
 * @param {number} noticed
 */
function formatRow(name, all, noticed) {
  return `| ${name} | ${all} | ${noticed} | ${((noticed / all) * 100).toFixed(1)} % |`;
}

/** @param {Mutant} mutant */
function formatMutant({ fileName, location: { start, end }, replacement, status }) {
  const lines = readFileSync(fileName, "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  const original = lines.map((line, i) =>
    line.slice(i === 0 ? start.column - 1 : 0, i === last ? end.column - 1 : undefined),
  );
  const place = `${relative(projectRoot, fileName)}:${start.line}:${start.column}`;
  const untested = status === "NoCoverage" ? " (no test runs it)" : "";
  return `\n${place}${untested}\n- ${original.join("\n  ")}\n+ ${replacement}`;
}
