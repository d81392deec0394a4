import { allRows, type ReadDb, type SqlValue } from "../../../src/main/engine/db/store.js";

/** Something that must not be, in one sentence. No check throws: a round shows all that it has done at once. */
export type Finding = string;

/** Each row of the query is a finding: `what` and the row. */
export function findRows(db: ReadDb, what: string, sql: string, ...values: SqlValue[]): Finding[] {
  return allRows<object>(db, sql, ...values).map((row) => `${what}: ${JSON.stringify(row)}`);
}

/** What is in `wanted` and not in `known`. */
export function findMissing(what: string, wanted: Iterable<string>, known: ReadonlySet<string>): Finding[] {
  return [...wanted].filter((each) => !known.has(each)).map((each) => `${what} is gone: ${each}`);
}

/** Throws all of them as one error. */
export function expectNone(when: string, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const shown = findings.slice(0, 20).join("\n  ");
  throw new Error(`${when}, ${findings.length} findings:\n  ${shown}`);
}
