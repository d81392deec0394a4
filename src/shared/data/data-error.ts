/** Errors of files, folders and the database. The window has its own text for each. */
export const dataErrorKinds = [
  // The disk or the folder.
  "disk-full",
  "not-writable",
  "no-folder",
  "folder-in-place",
  "busy",
  "disk-errors",
  // A selected file.
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
export type DataErrorKind = (typeof dataErrorKinds)[number];

export interface DataError {
  readonly kind: DataErrorKind;
  /** The affected file or folder, or null. */
  readonly path: string | null;
  /** What is wrong, in English sentences. */
  readonly message: string;
  /** The next step, in English sentences. */
  readonly action: string;
}

/** Why the engine cannot start until the user does something. */
export interface EngineProblem extends Omit<DataError, "kind"> {
  readonly problem: DataErrorKind;
  /** The newest backup if the database is unusable. */
  readonly backup: string | null;
}
