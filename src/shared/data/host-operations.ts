import { z } from "zod";
import type { DataError } from "./data-error.js";
import { type DroppedRows, type Power, power } from "./powers.js";

/**
 * Operations reserved for the app's main process, because they take file paths, which the window and API clients must
 * never do. They may take minutes, so they report progress and can be cancelled.
 */

const file = z.object({ file: z.string().min(1).max(32_767) });

const skippedLine = z.object({ line: z.int(), reason: z.string() });
export type SkippedLine = z.infer<typeof skippedLine>;

const fileImportReport = z.object({
  /** Number of lines read, of `total`. */
  lines: z.int(),
  total: z.int(),
  products: z.int(),
  offers: z.int(),
  points: z.int(),
  reviews: z.int(),
  deals: z.int(),
  /** The first 1,000 parts that were left out. */
  skipped: z.array(skippedLine).readonly(),
  skipped_total: z.int(),
  /** How the import ended. Lines imported before that stay. */
  ended: z.enum(["whole", "cancelled", "failed"]),
  problem: z.custom<DataError>().nullable(),
});
export type FileImportReport = z.infer<typeof fileImportReport>;

/** Facts about a backup that are available without reading all of it. */
const backupSummary = z.object({
  bytes: z.int(),
  products: z.int(),
  /** What it would turn on that the present data lacks; null if it is of an earlier version. */
  powers: z.array(power).nullable(),
});
export type BackupSummary = z.infer<typeof backupSummary>;

export const hostOperations = {
  "backup.write": { input: file, output: z.object({ bytes: z.int() }) },
  "backup.inspect": { input: file, output: backupSummary },
  "catalogue.export": {
    input: file,
    output: z.object({ products: z.int(), deals: z.int(), bytes: z.int() }),
  },
  "catalogue.import": { input: file, output: fileImportReport },
} as const;

export type HostOperation = keyof typeof hostOperations;
export type HostInput<K extends HostOperation> = z.input<(typeof hostOperations)[K]["input"]>;
export type HostOutput<K extends HostOperation> = z.output<(typeof hostOperations)[K]["output"]>;

/** Progress in the operation's own unit: bytes, products or lines. */
export interface HostProgress {
  readonly done: number;
  readonly total: number;
}

/** Failures are values. A cancelled or failed operation leaves no partial file. */
export type HostAnswer<T> =
  | { readonly outcome: "done"; readonly data: T }
  | { readonly outcome: "cancelled" }
  | { readonly outcome: "failed"; readonly problem: DataError };

export type HostResult<K extends HostOperation> = HostAnswer<HostOutput<K>>;

/** The result of restoring a backup at the engine's start. */
export type RestoreResult = HostAnswer<Restored>;

export interface Restored {
  /** Path of the replaced data; null if there was none. */
  readonly previous: string | null;
  /** What the backup has that the replaced data lacked, and whether it is on. */
  readonly powers: readonly Power[];
  readonly arePowersOn: boolean;
  readonly dropped: readonly DroppedRows[];
}
