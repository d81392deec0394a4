/** One measured line: our figure beside the floor of the same run on the same machine. */
export interface BenchRow {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** `null` where a figure is held against a constant instead. */
  readonly floor: number | null;
  readonly ratio: number;
  /** Lowest and highest ratio of the runs. */
  readonly spread: readonly [number, number];
  readonly runs: number;
  readonly goal: string;
  readonly isMet: boolean;
}

export interface Pair {
  readonly ours: number;
  readonly floor: number;
}

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

function median(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.floor(ascending.length / 2)] ?? Number.NaN;
}

function isWithin(value: number, goal: Goal): boolean {
  return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
}

function goalText(goal: Goal): string {
  return "atLeast" in goal ? `ratio ≥ ${goal.atLeast}` : `ratio ≤ ${goal.atMost}`;
}

/** Pairs were measured in turn, so that a machine that drifts is slow for both. */
export function rowOf(name: string, unit: string, pairs: readonly Pair[], goal: Goal): BenchRow {
  const ratios = pairs.map(({ ours, floor }) => ours / floor);
  const ratio = median(ratios);
  return {
    name,
    unit,
    ours: median(pairs.map(({ ours }) => ours)),
    floor: median(pairs.map(({ floor }) => floor)),
    ratio,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    runs: pairs.length,
    goal: goalText(goal),
    isMet: isWithin(ratio, goal),
  };
}

function figure(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString("en-US");
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function formatRows(rows: readonly BenchRow[]): string {
  const header = ["what", "unit", "ours", "floor", "ratio", "spread", "runs", "goal", "met"];
  const cells = rows.map((row) => [
    row.name,
    row.unit,
    figure(row.ours),
    row.floor === null ? "-" : figure(row.floor),
    row.ratio.toFixed(2),
    `${row.spread[0].toFixed(2)}–${row.spread[1].toFixed(2)}`,
    String(row.runs),
    row.goal,
    row.isMet ? "yes" : "no",
  ]);
  const line = (each: readonly string[]) => `| ${each.join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...cells.map(line)].join("\n");
}
