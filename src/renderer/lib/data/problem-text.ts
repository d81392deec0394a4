import type { DataError } from "../../../shared/data/data-error.js";
import { texts } from "../texts.js";

export interface ProblemText {
  readonly title: string;
  /** The next step. */
  readonly advice: string;
}

/** A problem with a file, in the reader's language. `path` is the selected file, in case the problem names none. */
export function problemText(problem: Pick<DataError, "kind" | "path">, path: string): ProblemText {
  const { title, advice } = texts().dataProblems[problem.kind];
  return { title, advice: advice(problem.path ?? path) };
}
