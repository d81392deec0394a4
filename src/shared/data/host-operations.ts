import { z } from "zod";
import type { DataProblem } from "./problem.js";

/**
 * Operations that only the app's main process may ask for: they name files, which neither the window nor a script on
 * the API ever does. They may take long, so that they tell how far they are and can be cancelled.
 */

const file = z.object({ file: z.string().min(1).max(32_767) });

const skippedLine = z.object({ line: z.int(), reason: z.string() });
export type SkippedLine = z.infer<typeof skippedLine>;

const importedFile = z.object({
  /** Lines of the file that were read, and how many it has. */
  lines: z.int(),
  total: z.int(),
  products: z.int(),
  offers: z.int(),
  points: z.int(),
  reviews: z.int(),
  deals: z.int(),
  skipped: z.array(skippedLine).readonly(),
  /** Why it ended before the end of the file; what was read by then is kept. */
  ended: z.enum(["whole", "cancelled", "failed"]),
  problem: z.custom<DataProblem>().nullable(),
});
export type ImportedFile = z.infer<typeof importedFile>;

/** What is known of a backup without reading all of it. */
const inspectedBackup = z.object({
  bytes: z.int(),
  products: z.int(),
});
export type InspectedBackup = z.infer<typeof inspectedBackup>;

export const hostOperations = {
  "backup.write": { input: file, output: z.object({ bytes: z.int() }) },
  "backup.inspect": { input: file, output: inspectedBackup },
  "catalogue.export": {
    input: file,
    output: z.object({ products: z.int(), deals: z.int(), bytes: z.int() }),
  },
  "catalogue.import": { input: file, output: importedFile },
} as const;

export type HostOperation = keyof typeof hostOperations;
export type HostInput<K extends HostOperation> = z.input<(typeof hostOperations)[K]["input"]>;
export type HostOutput<K extends HostOperation> = z.output<(typeof hostOperations)[K]["output"]>;

/** How far an operation is; in what the numbers count depends on it: bytes, products, lines. */
export interface HostProgress {
  readonly done: number;
  readonly total: number;
}

/** A failure is a value. Nothing is left half done: what was cancelled has left no file. */
export type HostAnswer<T> =
  | { readonly outcome: "done"; readonly data: T }
  | { readonly outcome: "cancelled" }
  | { readonly outcome: "failed"; readonly problem: DataProblem };

export type HostResult<K extends HostOperation> = HostAnswer<HostOutput<K>>;

/** What came of a backup that was to be put in place before the engine started. */
export type RestoreResult = HostAnswer<{
  /** Where the data that was replaced lies now; null where there was none. */
  readonly previous: string | null;
}>;
