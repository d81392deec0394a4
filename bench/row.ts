/** One measurement: our figure beside its floor, that of a minimal program that does the same work in the same run. */
export interface BenchRow {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** `null` if the goal is a constant instead. */
  readonly floor: number | null;
  /** What the goal limits: our figure divided by the floor, our figure minus the floor, or our figure alone. */
  readonly measure: "ratio" | "difference" | "figure";
  /** Median of that measure over the runs. */
  readonly value: number;
  /** Its minimum and maximum. */
  readonly spread: readonly [number, number];
  readonly runs: number;
  readonly goal: string;
  readonly isMet: boolean;
}

/** Our figure and the floor from one run, measured one after the other, so that a slow machine affects both. */
export interface Pair<T = number> {
  readonly ours: T;
  readonly floor: T;
}

/** Measures ours and the floor in turns. The first run warms up caches and compiler and is not counted. */
export async function measurePairs<T>(
  runs: number,
  measureOurs: (run: number) => T | Promise<T>,
  measureFloor: (run: number) => T | Promise<T>,
): Promise<Pair<T>[]> {
  const pairs: Pair<T>[] = [];
  for (let run = 0; run <= runs; run++)
    pairs.push({ ours: await measureOurs(run), floor: await measureFloor(run) });
  return pairs.slice(1);
}

/** One figure of each pair. */
export function pairsOf<T>(pairs: readonly Pair<T>[], figure: (measured: T) => number): Pair[] {
  return pairs.map(({ ours, floor }) => ({ ours: figure(ours), floor: figure(floor) }));
}

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that a fraction of the others does not exceed. */
export function quantile(values: readonly number[], fraction: number): number {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * fraction))] ?? Number.NaN;
}

function summarize(values: readonly number[]): Pick<BenchRow, "value" | "spread" | "runs"> {
  return {
    value: median(values),
    spread: [Math.min(...values), Math.max(...values)],
    runs: values.length,
  };
}

function medians(pairs: readonly Pair[]): Pair {
  return { ours: median(pairs.map(({ ours }) => ours)), floor: median(pairs.map(({ floor }) => floor)) };
}

/** A row whose goal is a ratio to the floor. */
export function createRatioRow(name: string, unit: string, pairs: readonly Pair[], goal: Goal): BenchRow {
  const summary = summarize(pairs.map(({ ours, floor }) => ours / floor));
  const isMet = "atLeast" in goal ? summary.value >= goal.atLeast : summary.value <= goal.atMost;
  const limit = "atLeast" in goal ? `ratio ≥ ${goal.atLeast}` : `ratio ≤ ${goal.atMost}`;
  return { name, unit, ...medians(pairs), measure: "ratio", ...summary, goal: limit, isMet };
}

/** A row whose goal is a limit on the difference from the floor. */
export function createDifferenceRow(
  name: string,
  unit: string,
  pairs: readonly Pair[],
  limit: number,
): BenchRow {
  const summary = summarize(pairs.map(({ ours, floor }) => ours - floor));
  const goal = `≤ +${limit} ${unit}`;
  return {
    name,
    unit,
    ...medians(pairs),
    measure: "difference",
    ...summary,
    goal,
    isMet: summary.value <= limit,
  };
}

/** A row whose goal is a limit on our figure; a floor is there for comparison. */
export function createFigureRow(
  name: string,
  unit: string,
  values: readonly number[],
  limit: number,
  floor: number | null = null,
): BenchRow {
  const summary = summarize(values);
  const { value } = summary;
  const goal = `≤ ${limit} ${unit}`;
  return { name, unit, ours: value, floor, measure: "figure", ...summary, goal, isMet: value <= limit };
}

/** Three significant digits or more. */
function formatFigure(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString("en-US");
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function formatMeasure({ measure, unit }: BenchRow, value: number): string {
  switch (measure) {
    case "ratio":
      return value.toFixed(2);
    case "difference":
      return `+${formatFigure(value)} ${unit}`;
    case "figure":
      return formatFigure(value);
  }
}

/** A Markdown table. */
export function formatRows(rows: readonly BenchRow[]): string {
  const header = ["benchmark", "unit", "ours", "floor", "ratio", "spread", "goal"];
  const cells = rows.map((row) => [
    row.name,
    row.unit,
    formatFigure(row.ours),
    row.floor === null ? "-" : formatFigure(row.floor),
    row.measure === "figure" ? "-" : formatMeasure(row, row.value),
    row.spread.map((value) => formatMeasure(row, value)).join("–"),
    row.isMet ? row.goal : `${row.goal}, **missed**`,
  ]);
  return formatTable(header, cells);
}

function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

/** What a part of the soak measured. */
export interface SoakSample {
  /** Minutes since the start. */
  readonly minute: number;
  /** The engine's resident memory; `null` where the system has no `/proc`. */
  readonly memoryMb: number | null;
  readonly descriptors: number | null;
  readonly requests: number;
  /** Responses with a status of 5xx, and requests without a response. */
  readonly failures: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** The request that took so long. */
  readonly worstRequest: string;
}

/** A Markdown table of a soak. */
export function formatSoak(samples: readonly SoakSample[]): string {
  const header = [
    "minute",
    "memory",
    "descriptors",
    "requests",
    "failures",
    "p50",
    "p99",
    "worst",
    "worst request",
  ];
  const cells = samples.map((sample) => [
    sample.minute.toFixed(sample.minute < 10 ? 1 : 0),
    sample.memoryMb === null ? "-" : `${sample.memoryMb.toFixed(0)} MB`,
    String(sample.descriptors ?? "-"),
    sample.requests.toLocaleString("en-US"),
    String(sample.failures),
    ...[sample.p50, sample.p99, sample.worst].map((ms) => `${formatFigure(ms)} ms`),
    sample.worstRequest,
  ]);
  return formatTable(header, cells);
}
