import type { DataError } from "./data-error.js";
import type { FileImportReport, HostOutput, HostProgress, Restored, SkippedLine } from "./host-operations.js";
import type { Power } from "./powers.js";

export type DataTask = "back-up" | "restore" | "import" | "export";

/** Max skipped lines sent to the window; main keeps more of them. */
export const maxSkippedShown = 20;

export interface ImportSummary extends Omit<FileImportReport, "skipped"> {
  readonly skipped: readonly SkippedLine[];
}

export type DataResult =
  | { readonly kind: "backed-up"; readonly bytes: number }
  | { readonly kind: "exported"; readonly counts: HostOutput<"catalogue.export"> }
  /** Also when cancelled or failed halfway: imported lines stay. */
  | { readonly kind: "imported"; readonly summary: ImportSummary }
  | ({ readonly kind: "restored" } & Restored)
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly problem: DataError };

interface FileJob {
  readonly task: DataTask;
  /** The selected file. */
  readonly path: string;
}

export interface RunningJob extends FileJob {
  readonly phase: "running";
  /** Null until the engine's first report. */
  readonly progress: HostProgress | null;
  readonly isCancelling: boolean;
}

export interface EndedJob extends FileJob {
  readonly phase: "ended";
  readonly result: DataResult;
}

/** The current or last task. Main holds it, so that it survives a reload of the page. */
export type DataJob = RunningJob | EndedJob;

export interface KnownBackup {
  /** The page sends this id back instead of a path. */
  readonly id: string;
  readonly origin: "automatic" | "by-hand" | "before-restore";
  readonly path: string;
  readonly bytes: number;
  /** Modification time, in milliseconds UTC. */
  readonly modifiedMs: number;
}

/** A catalogue file opened from the file manager, which the user has not yet agreed to import. */
export interface OfferedCatalogue {
  readonly kind: "catalogue";
  readonly path: string;
  readonly bytes: number;
  /** Null if the file is too large to count its lines quickly. */
  readonly lines: number | null;
  /** The reason that it cannot be imported; null if none is known yet. */
  readonly problem: DataError | null;
}

export type OfferedFile = OfferedCatalogue | ({ readonly kind: "backup" } & SelectedBackup);

/** A selected backup that the user has not yet confirmed. */
export interface SelectedBackup extends Omit<KnownBackup, "id" | "origin"> {
  /** Null if the engine is not running, so that the file cannot be inspected. */
  readonly products: number | null;
  /** What it would turn on; null if that is not known. */
  readonly powers: readonly Power[] | null;
  /** The reason that it cannot be restored; null if a quick inspection found none. */
  readonly problem: DataError | null;
}
