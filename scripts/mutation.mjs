/**
 * `npm run mutation [-- AREA…]`: changes the code of an area in one place at a time, and prints the changes that no test
 * notices. Fails below 90 % of noticed changes.
 */
import { globSync } from "node:fs";
import { ensureBuilt } from "./lib/build.mjs";
import { ExpectedFailure, runMain } from "./lib/log.mjs";
import { ensurePackages } from "./lib/packages.mjs";

/** The code of each area, below `src`, and the tests that should notice a change of it, below `test`. */
const areas = {
  money: {
    code: [
      "main/engine/domain/{money,best-price,paid-price,price-point,price-range,comparable-offers}.ts",
      "shared/{early-joins,paid-price}.ts",
    ],
    tests: [
      "unit/engine/domain/{money,best-price,paid-price,price-point,price-range,comparable-offers,statistics,step-series}.test.ts",
      "unit/renderer/features/product/history/best-price.test.ts",
    ],
  },
  alerts: {
    code: [
      "main/engine/domain/alerts/*.ts",
      "main/engine/operations/alerts/{alert-facts,announce,evaluate-round,receive-event,round}.ts",
    ],
    // Without the long properties, which would need hours.
    tests: [
      "unit/engine/domain/alerts/{decide,past-prices,reason,target-price}.test.ts",
      "unit/engine/operations/alerts/{announce,inbox,receive-event,rounds,rules}.test.ts",
    ],
  },
  credits: {
    code: ["main/engine/domain/{cost,subscription}.ts", "main/engine/db/accounts/account.ts"],
    tests: [
      "unit/engine/domain/billing-period.test.ts",
      "unit/engine/db/accounts/account.test.ts",
      "contract/{batch,credits,plans,rate-limit,schedules,usage}.test.ts",
    ],
  },
  deliveries: {
    code: [
      "main/engine/domain/delivery-retries.ts",
      "main/engine/webhooks/{delivery-agent,signature}.ts",
      "main/engine/operations/webhooks/{outbox,record-attempt}.ts",
      "main/engine/db/webhooks/delivery.ts",
    ],
    tests: [
      "unit/engine/webhooks/*.test.ts",
      "unit/engine/operations/webhooks/*.test.ts",
      "unit/engine/db/webhooks/delivery.test.ts",
      "contract/{deliveries,webhooks}.test.ts",
    ],
  },
};

const minPercent = 90;

await runMain(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !Object.hasOwn(areas, name));
  if (unknown !== undefined)
    throw new ExpectedFailure(`Unknown area "${unknown}". The areas are ${Object.keys(areas).join(", ")}.`);
  await ensurePackages();
  await ensureBuilt();
  const rows = [];
  for (const [name, area] of Object.entries(areas))
    if (names.length === 0 || names.includes(name)) rows.push({ name, ...(await mutate(area)) });
  for (const { name, noticed, all } of rows)
    process.stdout.write(`${name.padEnd(10)} ${noticed} of ${all} (${percent(noticed, all).toFixed(1)} %)\n`);
  return rows.every(({ noticed, all }) => percent(noticed, all) >= minPercent) ? 0 : 1;
});

/**
 * @param {{ code: string[], tests: string[] }} area
 * @returns {Promise<{ noticed: number, all: number }>}
 */
async function mutate({ code, tests }) {
  const { Stryker } = await import("@stryker-mutator/core");
  const stryker = new Stryker({
    plugins: ["@stryker-mutator/vitest-runner"],
    testRunner: "vitest",
    vitest: { configFile: "vitest.config.ts", related: false },
    testFiles: tests.map((path) => `test/${path}`),
    mutate: code.flatMap((path) => globSync(`src/${path}`)),
    // Texts have tests of their own, and a change of a constant would need every test.
    mutator: { excludedMutations: ["StringLiteral"] },
    ignoreStatic: true,
    coverageAnalysis: "perTest",
    concurrency: 2,
    reporters: ["progress-append-only", "clear-text"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    disableTypeChecks: false,
    logLevel: "error",
    tempDirName: ".cache/mutation",
  });
  const mutants = await stryker.runMutationTest();
  const count = (/** @type {string[]} */ ...statuses) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const noticed = count("Killed", "Timeout");
  return { noticed, all: noticed + count("Survived", "NoCoverage") };
}

/**
 * @param {number} part
 * @param {number} all
 */
function percent(part, all) {
  return all === 0 ? 0 : (part / all) * 100;
}
