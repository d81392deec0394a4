/** One measured line: our figure beside the floor of the same run on the same machine. */
export interface BenchRow {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** `null` where a figure is held against a constant instead. */
  readonly floor: number | null;
  /** What the goal is about: our figure over the floor, its distance from the floor, or our figure alone. */
  readonly measure: "ratio" | "difference" | "figure";
  /** That measure, in the median of the runs. */
  readonly value: number;
  /** Lowest and highest of the runs. */
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

export function median(values: readonly number[]): number {
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
    measure: "ratio",
    value: ratio,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    runs: pairs.length,
    goal: goalText(goal),
    isMet: isWithin(ratio, goal),
  };
}

/** A figure that is held against a limit; the floor is beside it for comparison. */
export function limitRow(name: string, unit: string, pairs: readonly Pair[], limit: number): BenchRow {
  const values = pairs.map(({ ours }) => ours);
  const value = median(values);
  return {
    name,
    unit,
    ours: value,
    floor: median(pairs.map(({ floor }) => floor)),
    measure: "figure",
    value,
    spread: [Math.min(...values), Math.max(...values)],
    runs: values.length,
    goal: `≤ ${limit} ${unit}`,
    isMet: value <= limit,
  };
}

/** As many digits as mean something. */
function figure(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString("en-US");
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function shown({ measure, unit }: BenchRow, value: number): string {
  switch (measure) {
    case "ratio":
      return value.toFixed(2);
    case "difference":
      return `+${figure(value)} ${unit}`;
    case "figure":
      return figure(value);
  }
}

/** As a table in Markdown. */
export function formatRows(rows: readonly BenchRow[]): string {
  const header = ["what", "unit", "ours", "floor", "ratio", "spread", "runs", "goal", "met"];
  const cells = rows.map((row) => [
    row.name,
    row.unit,
    figure(row.ours),
    row.floor === null ? "-" : figure(row.floor),
    row.measure === "figure" ? "-" : shown(row, row.value),
    row.spread.map((value) => shown(row, value)).join("–"),
    String(row.runs),
    row.goal,
    row.isMet ? "yes" : "**no**",
  ]);
  return table(header, cells);
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (each: readonly string[]) => `| ${each.join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

/** What one piece of work costs at each size, in its unit. */
export interface GrowthLine {
  readonly name: string;
  readonly unit: "µs" | "ms";
  readonly costs: readonly number[];
}

export interface Growth {
  readonly sizes: readonly number[];
  readonly lines: readonly GrowthLine[];
}

/** As a table in Markdown: a line for each work, a column for each size, and how often the first is in the last. */
export function formatGrowth({ sizes, lines }: Growth): string {
  const header = [
    "work",
    "unit",
    ...sizes.map((size) => `${size.toLocaleString("en-US")} products`),
    "growth",
  ];
  const rows = lines.map(({ name, unit, costs }) => [
    name,
    unit,
    ...costs.map(figure),
    `× ${((costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN)).toFixed(2)}`,
  ]);
  return table(header, rows);
}
