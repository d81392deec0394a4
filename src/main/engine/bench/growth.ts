import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildDataset, type Dataset } from "./dataset.js";
import { type BenchOptions, historyRow, lookupRow, recordRows, searchRow } from "./engine-rows.js";
import type { Growth } from "./row.js";
import { startRow } from "./start-row.js";

export interface GrowthRun extends BenchOptions {
  /** An empty folder for the data; removed by the caller. */
  readonly folder: string;
  /** Products, ascending. */
  readonly sizes: readonly number[];
  readonly onProgress: (text: string) => void;
}

const pointsPerProduct = 100;

const works = [
  { name: "lookup", unit: "µs" },
  { name: "search, p95", unit: "ms" },
  { name: "history of 366 days, 8 offers", unit: "ms" },
  { name: "recording an observation", unit: "µs" },
  { name: "engine ready", unit: "ms" },
] as const;

/** In the order of `works`. A server with requests under way on all its connections: the cost is its time for each. */
async function costsOn(dataset: Dataset, run: GrowthRun): Promise<number[]> {
  const lookup = await lookupRow(dataset, run);
  const search = searchRow(dataset, run);
  const history = await historyRow(dataset, run);
  const start = await startRow(dataset, run);
  // The last: it writes into the data.
  const [recording] = recordRows(dataset, dataset.folder, run);
  return [
    1_000_000 / lookup.ours,
    search.ours,
    1_000 / history.ours,
    1_000_000 / (recording?.ours ?? Number.NaN),
    start.ours,
  ];
}

/** The same work on data of each size, built and removed one after the other. */
export async function measureGrowth(run: GrowthRun): Promise<Growth> {
  const columns: number[][] = [];
  for (const products of run.sizes) {
    run.onProgress(`Measuring with ${products.toLocaleString("en-US")} products…`);
    const folder = join(run.folder, String(products));
    mkdirSync(folder);
    const size = { products, points: products * pointsPerProduct };
    columns.push(
      await costsOn(
        buildDataset(folder, size, () => undefined),
        run,
      ),
    );
    rmSync(folder, { recursive: true });
  }
  const lines = works.map((work, index) => ({
    ...work,
    costs: columns.map((costs) => costs[index] ?? Number.NaN),
  }));
  return { sizes: run.sizes, lines };
}
