/** One step from version N-1 to N. Landed migrations are never edited: a change is a new file. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}
