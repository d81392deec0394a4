import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildDataset, type Dataset } from "./engine/dataset.js";
import { type BenchOptions, historyRow, lookupRow, recordRows, searchRow } from "./engine/engine-rows.js";
import { startRow } from "./engine/start-row.js";
import type { Growth } from "./row.js";

export interface GrowthRun extends BenchOptions {
  /** An empty folder for the data; the caller removes it. */
  readonly folder: string;
  /** Numbers of products, ascending. */
  readonly sizes: readonly number[];
  readonly onProgress: (text: string) => void;
}

const pointsPerProduct = 100;

const series = [
  { name: "lookup", unit: "µs" },
  { name: "search, p95", unit: "ms" },
  { name: "history of 366 days, 8 offers", unit: "ms" },
  { name: "recording an observation", unit: "µs" },
  { name: "engine ready", unit: "ms" },
] as const;

/** In the order of `series`. The cost of a look-up and of a history is the server's time for it under full load. */
async function measureCosts(dataset: Dataset, run: GrowthRun): Promise<number[]> {
  const lookup = await lookupRow(dataset, run);
  const search = await searchRow(dataset, run);
  const history = await historyRow(dataset, run);
  const start = await startRow(dataset, run);
  // Last, because it writes to the dataset.
  const [recording] = recordRows(dataset, dataset.folder, run);
  return [
    1_000_000 / lookup.ours,
    search.ours,
    1_000 / history.ours,
    1_000_000 / (recording?.ours ?? Number.NaN),
    start.ours,
  ];
}

/** Measures the same work on datasets of each size, one after the other. */
export async function measureGrowth(run: GrowthRun): Promise<Growth> {
  const costsBySize: number[][] = [];
  for (const products of run.sizes) {
    run.onProgress(`Measuring with ${products.toLocaleString("en-US")} products…`);
    const folder = join(run.folder, String(products));
    mkdirSync(folder);
    const dataset = buildDataset(folder, { products, points: products * pointsPerProduct });
    costsBySize.push(await measureCosts(dataset, run));
    rmSync(folder, { recursive: true });
  }
  return {
    sizes: run.sizes,
    lines: series.map((line, index) => ({
      ...line,
      costs: costsBySize.map((costs) => costs[index] ?? Number.NaN),
    })),
  };
}
