import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../support/cli.js";
import { runTarget } from "./machinery/run-target.js";
import { seedOf } from "./machinery/seeds.js";
import type { Finding } from "./machinery/target.js";
import { targets } from "./targets/index.js";

/** The short run: a minute for all targets together, starting them included, on two seeds. `npm run fuzz` is the long one. */

const allMs = 40_000;
const mostOfChunk = 20;
const fixedSeed = 20_261_121;
/** Another one with each commit, so that more is tried every day, and what it finds is found again until it is mended. */
const newSeed = seedOf(fixedSeed, commit()) % 1_000_000;
const manyCases = 1_000_000;

beforeAll(ensureBuilt);

/** Nothing where the project is not a repository. */
function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return "";
  }
}

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
