/** What `npm run faults` asks for; without it, as in `npm test`, each fault has a few rounds. */
export interface FaultPlan {
  /** Of the first round; the next one has the next number. */
  readonly seed: number;
  /** For every fault; each fault's own number where it is null. */
  readonly rounds: number | null;
  readonly isLong: boolean;
  /** Folder for what came of it, one file a fault. */
  readonly reports: string | null;
}

const usual: FaultPlan = { seed: 20_261_121, rounds: null, isLong: false, reports: null };

export function faultPlan(): FaultPlan {
  return { ...usual, ...(JSON.parse(process.env.TIDEMARK_FAULTS ?? "{}") as Partial<FaultPlan>) };
}
