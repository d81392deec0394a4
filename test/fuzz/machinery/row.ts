import { type Fault, type Finding, faults } from "./target.js";

/** A line of the table: how a target took its cases. */
export interface Row {
  readonly name: string;
  readonly what: string;
  readonly seed: number;
  readonly cases: number;
  readonly seconds: number;
  readonly counts: Readonly<Record<Fault, number>>;
}

export function countFaults(findings: readonly Finding[]): Record<Fault, number> {
  const counts = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>;
  for (const { fault } of findings) counts[fault]++;
  return counts;
}

export function hasFaults({ counts }: Row): boolean {
  return Object.values(counts).some((count) => count > 0);
}
