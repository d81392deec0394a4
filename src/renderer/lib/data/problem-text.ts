import type { DataError } from "../../../shared/data/data-error.js";
import type { EngineStatus } from "../../../shared/ipc.js";
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

export type Stopped = Extract<EngineStatus, { state: "stopped" }>;

interface StoppedText {
  readonly title: string;
  readonly advice: string;
  /** Restoring another database would help. */
  readonly canRestore: boolean;
}

/** Why the engine cannot start, and the next step, in the reader's language. */
export function stoppedText({ problem, path, message, action }: Stopped): StoppedText {
  const { stopped, theDataFolder } = texts().dataPart;
  switch (problem) {
    case "damaged":
    case "foreign":
    case "future":
      return { ...stopped[problem], canRestore: true };
    case "unexpected":
      return { title: message, advice: action, canRestore: false };
    default:
      return { ...problemText({ kind: problem, path }, theDataFolder), canRestore: false };
  }
}
