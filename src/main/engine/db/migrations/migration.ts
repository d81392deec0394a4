import type { WriteDb } from "../store.js";

/** One step from version N-1 to N. Landed migrations are never edited: a change is a new file. */
export interface Migration {
  readonly version: number;
  /** Changes of data that SQL cannot make, before the SQL runs. */
  readonly prepare?: (tx: WriteDb) => void;
  readonly sql: string;
}
