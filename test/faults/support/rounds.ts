import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, type TestContext } from "vitest";
import { removeFolder, scratchFolder } from "../../support/disk.js";
import { createRandom, type Random } from "./random.js";

/** The options of `npm run faults`. Without them, as in `npm run test:all`, each fault has a few rounds. */
interface Plan {
  /** The seed of the first round. Each further round adds one. */
  readonly seed: number;
  /** Replaces the number of rounds of every fault. */
  readonly rounds: number | null;
  readonly isLong: boolean;
  /** The folder for the results, one file per fault. */
  readonly reports: string | null;
}

const plan: Plan = {
  ...{ seed: 20_261_121, rounds: null, isLong: false, reports: null },
  ...(JSON.parse(process.env.TIDEMARK_FAULTS ?? "{}") as Partial<Plan>),
};

export interface Round {
  readonly seed: number;
  readonly random: Random;
  /** The round's own folder, kept if the round fails. */
  readonly folder: string;
  /** Adds to a figure in the table. */
  count(what: string, count?: number): void;
}

interface Fault<T> {
  /** As in `npm run faults -- --only NAME`. */
  readonly name: string;
  /** For the table. */
  readonly scenario: string;
  readonly rounds: { readonly short: number; readonly long: number };
  /** Runs once, before the first round. */
  prepare?(context: TestContext): T | Promise<T>;
  runRound(round: Round, prepared: T): Promise<void>;
  /** Figures that all rounds together must reach, so that the checks have something to check. */
  readonly minCounts?: Readonly<Record<string, number>>;
}

/** Enough for all rounds of the slowest fault. */
const timeoutMs = 45 * 60_000;
/** Each failed round keeps its folder, so more would fill the disk. */
const maxFailures = 5;

/** Defines a test that injects a fault in round after round, and fails at the end if any round has failed. */
export function testFault<T>(title: string, fault: Fault<T>): void {
  it(title, { timeout: timeoutMs }, async (context) => {
    const prepared = (await fault.prepare?.(context)) as T;
    const counts = await runRounds(fault, prepared);
    for (const [what, min] of Object.entries(fault.minCounts ?? {}))
      expect(counts.get(what) ?? 0, what).toBeGreaterThanOrEqual(min);
  });
}

async function runRounds<T>(fault: Fault<T>, prepared: T): Promise<ReadonlyMap<string, number>> {
  const { name, scenario } = fault;
  const rounds = plan.rounds ?? (plan.isLong ? fault.rounds.long : fault.rounds.short);
  const counts = new Map<string, number>();
  const failures: string[] = [];
  const startedMs = performance.now();
  let done = 0;
  for (; done < rounds && failures.length < maxFailures; done++) {
    const failure = await runRound(fault, prepared, plan.seed + done, counts);
    if (failure === null) continue;
    failures.push(failure);
    console.error(failure);
  }
  if (plan.reports !== null) {
    mkdirSync(plan.reports, { recursive: true });
    const checked = Object.fromEntries(counts);
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    const report = { name, scenario, seed: plan.seed, rounds: done, checked, lost: failures, seconds };
    writeFileSync(join(plan.reports, `${name}.json`), JSON.stringify(report));
  }
  if (failures.length > 0) throw new Error(failures.join("\n\n"));
  return counts;
}

/** Returns what went wrong and how to repeat the round; `null` if it passed. */
async function runRound<T>(
  { name, runRound }: Fault<T>,
  prepared: T,
  seed: number,
  counts: Map<string, number>,
): Promise<string | null> {
  const folder = scratchFolder(`fault-${name}`).path;
  const count = (what: string, n = 1) => void counts.set(what, (counts.get(what) ?? 0) + n);
  try {
    await runRound({ seed, random: createRandom(seed), folder, count }, prepared);
    removeFolder(folder);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return `${message}\nRepeat: npm run faults -- --only ${name} --seed ${seed} --rounds 1\nFolder: ${folder}`;
  }
}
