import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeFolder, scratchFolder } from "../../support/disk.js";
import { type Chance, chanceOf } from "./chance.js";
import { faultPlan } from "./plan.js";
import { Tally } from "./tally.js";

/** One time that a fault is brought about, the same for the same seed. */
export interface Round {
  readonly seed: number;
  readonly chance: Chance;
  /** Its own; kept where the round fails. */
  readonly folder: string;
  /** What was checked, over all rounds of the fault. */
  readonly tally: Tally;
}

export interface Fault {
  /** As in `npm run faults -- --only NAME`. */
  readonly name: string;
  /** For the table: what is done. */
  readonly what: string;
  readonly rounds: { readonly short: number; readonly long: number };
}

interface Loss {
  readonly seed: number;
  readonly folder: string;
  readonly message: string;
}

/** More of the same would only fill the disk with folders. */
const mostLosses = 5;

async function runRound(fault: Fault, seed: number, tally: Tally, work: (round: Round) => Promise<void>) {
  const folder = scratchFolder(`fault-${fault.name}`).path;
  try {
    await work({ seed, chance: chanceOf(seed), folder, tally });
    removeFolder(folder);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { seed, folder, message } satisfies Loss;
  }
}

/** How to see it again. */
function describeLoss({ name }: Fault, { seed, folder, message }: Loss): string {
  return `${message}\nAgain: npm run faults -- --only ${name} --seed ${seed} --rounds 1\nKept: ${folder}`;
}

function report(fault: Fault, rounds: number, tally: Tally, losses: readonly Loss[], seconds: number): void {
  const { reports, seed } = faultPlan();
  if (reports === null) return;
  mkdirSync(reports, { recursive: true });
  const lost = losses.map((loss) => describeLoss(fault, loss));
  const told = { name: fault.name, what: fault.what, seed, rounds, checked: tally.counts(), lost, seconds };
  writeFileSync(join(reports, `${fault.name}.json`), JSON.stringify(told));
}

/** Brings a fault about again and again, each time by the next seed; throws at the end if anything was lost. */
export async function runRounds(fault: Fault, work: (round: Round) => Promise<void>): Promise<Tally> {
  const plan = faultPlan();
  const wanted = plan.rounds ?? (plan.isLong ? fault.rounds.long : fault.rounds.short);
  const tally = new Tally();
  const losses: Loss[] = [];
  const startedMs = performance.now();
  let done = 0;
  while (done < wanted && losses.length < mostLosses) {
    const loss = await runRound(fault, plan.seed + done, tally, work);
    if (loss !== null) {
      losses.push(loss);
      console.error(describeLoss(fault, loss));
    }
    done++;
  }
  report(fault, done, tally, losses, Math.round((performance.now() - startedMs) / 1_000));
  if (losses.length > 0) throw new Error(losses.map((loss) => describeLoss(fault, loss)).join("\n\n"));
  return tally;
}

/** Long enough for the long run of the slowest fault. */
export const roundsTimeoutMs = 45 * 60_000;
