import fc from "fast-check";
import { withDeadline } from "./deadline.js";
import { type ChunkOutcome, type ChunkWish, type Finding, type Subject, Wrong } from "./target.js";

interface Named {
  readonly name: string;
  readonly deadlineMs: number;
}

/** Making a case smaller tries it again and again; at some point it is small enough. */
const mostShrinks = 400;
const longestValue = 6_000;

/** Judges a case; after a failure only so often, so that the search for a smaller one ends. */
function judgeOnce<T>({ deadlineMs }: Named, subject: Subject<T>) {
  let triesLeft = Number.POSITIVE_INFINITY;
  let count = 0;
  return {
    /** Cases until the first that failed. */
    count: () => count,
    run: async (value: T): Promise<void> => {
      if (triesLeft-- <= 0) return;
      if (triesLeft === Number.POSITIVE_INFINITY) count++;
      try {
        await withDeadline(subject.judge(value), deadlineMs);
      } catch (error) {
        // A hang costs the whole deadline each time.
        const isSlow = error instanceof Wrong && error.fault === "hang";
        if (triesLeft === Number.POSITIVE_INFINITY) triesLeft = isSlow ? 3 : mostShrinks;
        throw error;
      }
    },
  };
}

function explained(error: unknown): Pick<Finding, "fault" | "message"> {
  if (error instanceof Wrong) return { fault: error.fault, message: error.message };
  return { fault: "crash", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function shown(value: unknown): string {
  const text = fc.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)} … (${text.length} characters)`;
}

/** Runs the cases of one seed, in order, up to the first that fails. The same seed makes the same cases. */
export function chunkOf<T>(named: Named, subject: Subject<T>) {
  return async ({ seed, cases, path, shrinks }: ChunkWish): Promise<ChunkOutcome> => {
    const judge = judgeOnce(named, subject);
    const details = await fc.check(fc.asyncProperty(subject.cases, judge.run), {
      seed,
      numRuns: path === undefined ? cases : 1,
      endOnFailure: !shrinks,
      ...(path === undefined ? {} : { path }),
    });
    if (!details.failed) return { cases: judge.count(), finding: null };
    const finding = {
      target: named.name,
      ...explained(details.errorInstance),
      value: shown(details.counterexample?.[0]),
      repeat: `${seed}:${details.counterexamplePath ?? ""}`,
    };
    return { cases: judge.count(), finding };
  };
}
