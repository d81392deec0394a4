import { seedOf } from "./seeds.js";
import type { Finding, OpenTarget, Target } from "./target.js";

export interface RunWish {
  readonly seed: number;
  readonly cases: number;
  /** Cases that share a seed, at most: a run that has to end soon looks at the clock more often. */
  readonly mostOfChunk?: number;
  /** No chunk is begun after this. */
  readonly endMs?: number;
  readonly onProgress?: (cases: number) => void;
  readonly onFinding?: (finding: Finding) => void;
}

export interface TargetOutcome {
  readonly cases: number;
  /** Every failing case; each with a kind of its own is made small, the others are only counted. */
  readonly findings: readonly Finding[];
  readonly ms: number;
}

const casesOfChunk = 200;
/** One fault met a thousand times says no more than met ten times. */
const mostShrunk = 10;

function lane(target: Target, run: OpenTarget, wish: RunWish, state: { cases: number; chunk: number }) {
  const findings: Finding[] = [];
  return async (): Promise<Finding[]> => {
    const size = Math.min(target.chunk ?? casesOfChunk, wish.mostOfChunk ?? Number.POSITIVE_INFINITY);
    while (state.cases < wish.cases && Date.now() < (wish.endMs ?? Number.POSITIVE_INFINITY)) {
      const cases = Math.min(size, wish.cases - state.cases);
      state.cases += cases;
      const seed = seedOf(wish.seed, target.name, state.chunk++);
      const outcome = await run.chunk({ seed, cases, shrinks: findings.length < mostShrunk });
      state.cases -= cases - outcome.cases;
      if (outcome.finding !== null) {
        findings.push(outcome.finding);
        wish.onFinding?.(outcome.finding);
      }
      wish.onProgress?.(state.cases);
    }
    return findings;
  };
}

/** Tries a target with so many cases, several at a time where it is worth it. */
export function runTarget(target: Target, wish: RunWish): Promise<TargetOutcome> {
  return target.use(async (run) => {
    const startedMs = performance.now();
    const state = { cases: 0, chunk: 0 };
    const lanes = Array.from({ length: target.lanes ?? 1 }, () => lane(target, run, wish, state)());
    const findings = (await Promise.all(lanes)).flat();
    const ms = performance.now() - startedMs;
    const after = await run.finish();
    for (const finding of after) wish.onFinding?.(finding);
    return { cases: state.cases, findings: [...findings, ...after], ms };
  });
}

/** Tries one case, or all of a seed, once more. */
export function repeatCase(target: Target, repeat: string): Promise<Finding | null> {
  const colon = repeat.indexOf(":");
  const seed = Number(colon < 0 ? repeat : repeat.slice(0, colon));
  const path = colon < 0 ? {} : { path: repeat.slice(colon + 1) };
  return target.use(async (run) => {
    const cases = target.chunk ?? casesOfChunk;
    return (await run.chunk({ seed, cases, shrinks: false, ...path })).finding;
  });
}
