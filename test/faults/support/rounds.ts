import { expect, it, type TestContext } from "vitest";
import { removeFolder, scratchFolder } from "../../support/disk.js";
import { commitSeed } from "../../support/seed.js";
import { createRandom, type Random } from "./random.js";

const isLong = process.env.TIDEMARK_LONG !== undefined;
const fixedSeed = 20_261_121;
/** A failed round's seed, to run that round alone. */
const repeatedSeed = process.env.FAULT_SEED;

export interface Round {
  readonly seed: number;
  readonly random: Random;
  /** The round's own folder, kept if the round fails. */
  readonly folder: string;
  /** Adds to a figure that `minCounts` may name. */
  count(what: string, count?: number): void;
}

interface Fault<T> {
  /** In `npm run test:all` and in `npm run test:long`. */
  readonly rounds: { readonly short: number; readonly long: number };
  /** Runs once, before the first round. */
  prepare?(context: TestContext): T | Promise<T>;
  runRound(round: Round, prepared: T): Promise<void>;
  /** Figures that all rounds together must reach, so that the checks have something to check. */
  readonly minCounts?: Readonly<Record<string, number>>;
}

/** Each round has a seed, one higher than the last. */
function planSeeds({ short, long }: Fault<unknown>["rounds"]): number[] {
  if (repeatedSeed !== undefined) return [Number(repeatedSeed)];
  const first = isLong ? commitSeed : fixedSeed;
  return Array.from({ length: isLong ? long : short }, (_, i) => first + i);
}

/** Defines a test that injects a fault in round after round. A failure names the seed and the folder of its round. */
export function testFault<T>(title: string, { rounds, prepare, runRound, minCounts = {} }: Fault<T>): void {
  it(title, async (context) => {
    const prepared = (await prepare?.(context)) as T;
    const counts = new Map<string, number>();
    const count = (what: string, n = 1) => void counts.set(what, (counts.get(what) ?? 0) + n);
    for (const seed of planSeeds(rounds)) {
      const folder = scratchFolder("fault").path;
      try {
        await runRound({ seed, random: createRandom(seed), folder, count }, prepared);
      } catch (error) {
        throw new Error(`FAULT_SEED=${seed}, ${folder}: ${(error as Error).message}`, { cause: error });
      }
      removeFolder(folder);
    }
    if (repeatedSeed !== undefined) return;
    for (const [what, min] of Object.entries(minCounts))
      expect(counts.get(what) ?? 0, what).toBeGreaterThanOrEqual(min);
  });
}
