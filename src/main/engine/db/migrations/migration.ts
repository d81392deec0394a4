import type { WriteDb } from "../store.js";

/** The step from version N-1 to N. */
export interface Migration {
  readonly version: number;
  /** Changes of data that SQL cannot make, before the SQL runs. */
  readonly prepare?: (tx: WriteDb) => void;
  readonly sql: string;
}
