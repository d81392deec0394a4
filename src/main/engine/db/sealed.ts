import { allRows, change, type ReadDb, type WriteDb } from "./store.js";

/** The columns of secrets that the secret box seals. */
const columns = [
  ["webhook", "secret"],
  ["webhook", "old_secret"],
  ["channel", "target"],
  ["service", "key"],
] as const;

interface SealedSecret {
  readonly column: (typeof columns)[number];
  readonly row: number;
  readonly sealed: Buffer;
}

/** The secrets of all webhooks, channels and services. */
export function sealedSecrets(db: ReadDb): SealedSecret[] {
  return columns.flatMap((column) => {
    const [table, name] = column;
    const sql = `SELECT rowid AS row, ${name} AS sealed FROM ${table} WHERE ${name} IS NOT NULL`;
    return allRows<Omit<SealedSecret, "column">>(db, sql).map((each) => ({ ...each, column }));
  });
}

export function saveSealed(tx: WriteDb, { column: [table, name], row, sealed }: SealedSecret): void {
  change(tx, `UPDATE ${table} SET ${name} = ? WHERE rowid = ?`, sealed, row);
}
