import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../support/cli.js";
import { commitSeed } from "../support/seed.js";
import { formatFinding, runTarget } from "./runner/run-target.js";
import { targets } from "./targets/index.js";

/** A short run of all targets with two seeds. `npm run fuzz` is the long one. */

const fixedSeed = 20_261_121;
const msPerTarget = 40_000 / 2 / targets.length;

beforeAll(ensureBuilt);

describe.each([
  ["the fixed seed", fixedSeed],
  ["the commit's seed", commitSeed % 1_000_000],
])("fuzzing with %s, %i", (_name, seed) => {
  it.each(targets.map((target) => [target.name, target] as const))(
    "finds no bug in %s",
    async (_name, target) => {
      const options = { seed, cases: 1_000_000, maxMs: msPerTarget, maxBatchSize: 20 };
      const { cases, findings } = await runTarget(target, options);
      expect(findings.map(formatFinding)).toEqual([]);
      expect(cases).toBeGreaterThan(0);
    },
  );
});
