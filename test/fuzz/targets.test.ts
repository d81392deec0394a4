import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../support/cli.js";
import { commitSeed } from "../support/seed.js";
import { runTarget } from "./machinery/run-target.js";
import type { Finding } from "./machinery/target.js";
import { targets } from "./targets/index.js";

/** The short run: a minute for all targets together, starting them included, on two seeds. `npm run fuzz` is the long one. */

const allMs = 40_000;
const mostOfChunk = 20;
const fixedSeed = 20_261_121;
const newSeed = commitSeed % 1_000_000;
const manyCases = 1_000_000;

beforeAll(ensureBuilt);

function told(findings: readonly Finding[]): string[] {
  return findings.map(
    ({ target, fault, message, value, repeat }) =>
      `${fault}: ${message}\n  npm run fuzz -- --only ${target} --repeat ${repeat}\n  const value = ${value};`,
  );
}

describe.each([
  ["the seed that is always the same", fixedSeed],
  [`the commit's own seed, ${newSeed}`, newSeed],
])("made cases of %s", (_name, seed) => {
  it.each(targets.map((target) => [target.name, target] as const))(
    "are taken as they should be: %s",
    async (_target, target) => {
      const endMs = Date.now() + allMs / targets.length / 2;
      const { cases, findings } = await runTarget(target, { seed, cases: manyCases, endMs, mostOfChunk });
      expect(told(findings)).toEqual([]);
      expect(cases).toBeGreaterThan(0);
    },
  );
});
