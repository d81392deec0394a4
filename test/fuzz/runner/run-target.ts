import fc from "fast-check";
import {
  type FailureKind,
  type Finding,
  failureKinds,
  type OpenTarget,
  OracleError,
  type Target,
} from "./target.js";

export interface RunOptions {
  readonly seed: number;
  readonly cases: number;
  readonly maxBatchSize?: number;
  /** No batch starts after this many milliseconds. */
  readonly maxMs?: number;
  /** Receives the number of finished cases. */
  readonly onProgress?: (cases: number) => void;
  readonly onFinding?: (finding: Finding) => void;
}

export interface RunResult {
  readonly cases: number;
  readonly ms: number;
  readonly findings: readonly Finding[];
}

const defaultBatchSize = 200;
const defaultTimeoutMs = 30_000;
const maxShrinkMs = 60_000;
/** Further failures are only counted: most repeat the first ones. */
const maxReportedFindings = 10;
const maxValueLength = 6_000;

/** A seed for a part of a run. */
export function deriveSeed(seed: number, ...parts: readonly (string | number)[]): number {
  return fc.hash([seed, ...parts].join("/")) & 0x7fffffff;
}

export function countFailures(findings: readonly Finding[]): Record<FailureKind, number> {
  const counts = Object.fromEntries(failureKinds.map((kind) => [kind, 0])) as Record<FailureKind, number>;
  for (const { kind } of findings) counts[kind]++;
  return counts;
}

export function formatFinding({ target, kind, message, value, repeat }: Finding): string {
  const command = repeat === "" ? "" : `\n  npm run fuzz -- --only ${target} --repeat ${repeat}`;
  return `${target}: ${kind}: ${message}${command}${value === "" ? "" : `\n  const value = ${value};`}`;
}

function describeFailure(error: unknown): Pick<Finding, "kind" | "message"> {
  if (error instanceof OracleError) return { kind: error.kind, message: error.message };
  if (!(error instanceof Error)) return { kind: "crash", message: String(error) };
  // The message of fast-check's timeout plugin, which throws a plain Error.
  if (error.message.startsWith("Property timeout")) return { kind: "hang", message: error.message };
  return { kind: "crash", message: error.stack ?? error.message };
}

function toFinding(
  name: string,
  { seed, counterexamplePath, counterexample, errorInstance }: fc.RunDetails<unknown>,
) {
  const value = fc.stringify((counterexample as [unknown] | null)?.[0]);
  return {
    target: name,
    ...describeFailure(errorInstance),
    value:
      value.length <= maxValueLength
        ? value
        : `${value.slice(0, maxValueLength)} … (${value.length} characters)`,
    repeat: `${seed}:${counterexamplePath ?? ""}`,
  };
}

/** Runs the cases of one seed up to the first failure, without shrinking it. */
function checkBatch(
  { timeoutMs = defaultTimeoutMs }: Target,
  { property }: OpenTarget,
  seed: number,
  more: fc.Parameters<unknown>,
) {
  return fc.check(property, { seed, endOnFailure: true, plugins: [fc.timeout(timeoutMs)], ...more });
}

/** Repeats a failing case and shrinks it. A failure that needs the cases before it may not come back. */
async function shrink(
  { timeoutMs = defaultTimeoutMs, name }: Target,
  { property }: OpenTarget,
  failed: fc.RunDetails<unknown>,
) {
  const finding = toFinding(name, failed);
  // Each attempt to shrink a hang would take the whole timeout.
  if (finding.kind === "hang") return finding;
  const details = await fc.check(property, {
    seed: failed.seed,
    path: failed.counterexamplePath ?? "",
    plugins: [fc.interruptAfterTimeLimit(maxShrinkMs), fc.timeout(timeoutMs)],
  });
  return details.failed && details.counterexample !== null ? toFinding(name, details) : finding;
}

async function withOpen<R>(target: Target, use: (opened: OpenTarget) => Promise<R>): Promise<R> {
  const opened = await target.open();
  try {
    return await use(opened);
  } finally {
    await opened.close?.();
  }
}

/** Runs batches of cases, `concurrency` at a time, and continues after a failure with the next batch. */
export function runTarget(target: Target, options: RunOptions): Promise<RunResult> {
  const { seed, cases, maxBatchSize = Number.POSITIVE_INFINITY, maxMs = Number.POSITIVE_INFINITY } = options;
  const batchSize = Math.min(target.batchSize ?? defaultBatchSize, maxBatchSize);
  return withOpen(target, async (opened) => {
    const startedMs = performance.now();
    const findings: Finding[] = [];
    let started = 0;
    let batches = 0;
    const add = (finding: Finding) => {
      findings.push(finding);
      if (findings.length <= maxReportedFindings) options.onFinding?.(finding);
    };
    const runBatches = async () => {
      while (started < cases && performance.now() - startedMs < maxMs) {
        const numRuns = Math.min(batchSize, cases - started);
        started += numRuns;
        const details = await checkBatch(target, opened, deriveSeed(seed, target.name, batches++), {
          numRuns,
        });
        started -= numRuns - details.numRuns;
        if (details.failed) {
          const shouldShrink = findings.length < maxReportedFindings;
          add(shouldShrink ? await shrink(target, opened, details) : toFinding(target.name, details));
        }
        options.onProgress?.(started);
      }
    };
    await Promise.all(Array.from({ length: target.concurrency ?? 1 }, runBatches));
    const ms = performance.now() - startedMs;
    for (const message of (await opened.finish?.()) ?? [])
      add({ target: target.name, kind: "wrong", message, value: "", repeat: "" });
    return { cases: started, ms, findings };
  });
}

/** Repeats the case `seed:path`, or all cases of the batch `seed` in order. */
export function repeatCase(target: Target, repeat: string): Promise<Finding | null> {
  const [seed, ...path] = repeat.split(":");
  const numRuns = target.batchSize ?? defaultBatchSize;
  const replay = path.length === 0 ? { numRuns } : { numRuns: 1, path: path.join(":") };
  return withOpen(target, async (opened) => {
    const details = await checkBatch(target, opened, Number(seed), replay);
    return details.failed ? toFinding(target.name, details) : null;
  });
}
