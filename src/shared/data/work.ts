import type { HostOutput, HostProgress, ImportedFile, SkippedLine } from "./host-operations.js";
import type { DataProblem } from "./problem.js";

export type DataTask = "back-up" | "restore" | "import" | "export";

/** The window is shown the first of the lines that did not go in; main keeps them all. */
export const skippedShown = 20;

export interface ImportSummary extends Omit<ImportedFile, "skipped"> {
  readonly skipped: readonly SkippedLine[];
  readonly skippedCount: number;
}

export type DataResult =
  | { readonly kind: "backed-up"; readonly bytes: number }
  | { readonly kind: "exported"; readonly counts: HostOutput<"catalogue.export"> }
  /** Also cancelled or failed half-way: what went in by then is kept. */
  | { readonly kind: "imported"; readonly summary: ImportSummary }
  | {
      readonly kind: "restored";
      /** Where the data that was replaced lies now; null where there was none. */
      readonly previous: string | null;
    }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly problem: DataProblem };

interface WorkOnFile {
  readonly task: DataTask;
  /** The file that the shopper chose. */
  readonly path: string;
}

export interface RunningWork extends WorkOnFile {
  readonly phase: "running";
  /** Null before the engine has told. */
  readonly progress: HostProgress | null;
  readonly isCancelling: boolean;
}

export interface EndedWork extends WorkOnFile {
  readonly phase: "ended";
  readonly result: DataResult;
}

/** The one work on files that is under way, or the last one. Main has it, so that it outlives a page. */
export type DataWork = RunningWork | EndedWork;

/** A backup that main knows of. */
export interface KeptCopy {
  /** For main; a path is never taken from the page. */
  readonly id: string;
  readonly origin: "automatic" | "by-hand" | "before-restore";
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds UTC. */
  readonly atMs: number;
}

/** A catalogue file that the system has handed over to be opened, and the shopper has not agreed to. */
export interface OfferedCatalogue {
  readonly kind: "catalogue";
  readonly path: string;
  readonly bytes: number;
  /** Null where it is too large to count them in an instant. */
  readonly lines: number | null;
  /** Why it cannot be imported; null where nothing speaks against it so far. */
  readonly problem: DataProblem | null;
}

export type OfferedFile = OfferedCatalogue | ({ readonly kind: "backup" } & ChosenBackup);

/** A backup that the shopper has pointed at and not yet confirmed. */
export interface ChosenBackup extends Omit<KeptCopy, "id" | "origin"> {
  /** Null where the engine does not run, and nobody can look into it. */
  readonly products: number | null;
  /** Why it cannot be restored; null where it can, as far as can be seen without reading all of it. */
  readonly problem: DataProblem | null;
}
