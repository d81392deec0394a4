/** What can be wrong with a file, a folder or the database itself, so that the window can say it in its own words. */
export const dataProblemKinds = [
  // The disk or the folder.
  "disk-full",
  "not-writable",
  "no-folder",
  "folder-in-place",
  "busy",
  "disk-errors",
  // A file that was chosen.
  "missing",
  "unreadable",
  "own-file",
  // A backup, or the database.
  "not-a-database",
  "foreign",
  "future",
  "damaged",
  "in-use",
  // A catalogue file.
  "not-a-catalogue",
  "is-a-backup",
  // The engine.
  "held",
  "engine-away",
  "unexpected",
] as const;
export type DataProblemKind = (typeof dataProblemKinds)[number];

export interface DataProblem {
  readonly kind: DataProblemKind;
  /** What it is about, where it is about one place. */
  readonly path: string | null;
  /** Whole sentences in English: what is wrong, and what to do about it. */
  readonly message: string;
  readonly action: string;
}
