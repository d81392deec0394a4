import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { busyRows } from "./engine/busy-row.js";
import { buildDataset, type Dataset, type DatasetSize } from "./engine/dataset.js";
import { deliveryRow } from "./engine/delivery-row.js";
import {
  type BenchOptions,
  historyRow,
  lookupAloneRow,
  lookupRow,
  recordRows,
  searchRow,
} from "./engine/engine-rows.js";
import { extractRows, largePageRow } from "./engine/extract-rows.js";
import { hourlyRow } from "./engine/hourly-row.js";
import { listenerRow } from "./engine/listener-row.js";
import { startRow } from "./engine/start-row.js";
import { type BenchGroup, benchGroups } from "./groups.js";
import type { BenchRow } from "./row.js";

export interface BenchRun extends BenchOptions {
  /** An empty folder for the data; the caller removes it. */
  readonly folder: string;
  readonly size: DatasetSize;
  /** Empty for all groups. */
  readonly groups: readonly BenchGroup[];
  readonly onProgress: (text: string) => void;
}

/** The rows of each group. They share one dataset, built when the first of them needs it. */
const measures: Record<BenchGroup, (run: BenchRun, dataset: () => Dataset) => Promise<BenchRow[]>> = {
  lookup: async (run, dataset) => [await lookupRow(dataset(), run), await lookupAloneRow(dataset(), run)],
  search: async (run, dataset) => [await searchRow(dataset(), run)],
  history: async (run, dataset) => [await historyRow(dataset(), run)],
  record: (run, dataset) => recordRows(dataset(), createSubfolder(run.folder, "record"), run),
  deliver: async (run) => [await deliveryRow(createSubfolder(run.folder, "deliver"), run)],
  listener: async (run) => [await listenerRow(createSubfolder(run.folder, "listener"), run)],
  extract: async (run) => [
    ...(await extractRows(run)),
    await largePageRow(createSubfolder(run.folder, "extract"), run.runs),
  ],
  start: async (run, dataset) => [await startRow(dataset(), run)],
  hourly: async (run) => [await hourlyRow(createSubfolder(run.folder, "hourly"), run.runs, run.onProgress)],
  busy: (run, dataset) => busyRows(dataset(), createSubfolder(run.folder, "busy"), run),
};

function createSubfolder(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

function buildSharedDataset({ folder, size, onProgress }: BenchRun): Dataset {
  const products = size.products.toLocaleString("en-US");
  const points = size.points.toLocaleString("en-US");
  onProgress(`Building ${products} products and ${points} points…`);
  return buildDataset(createSubfolder(folder, "data"), size);
}

export async function runBenchmarks(run: BenchRun): Promise<BenchRow[]> {
  const selected = benchGroups.filter((group) => run.groups.length === 0 || run.groups.includes(group));
  let dataset: Dataset | null = null;
  const getDataset = () => (dataset ??= buildSharedDataset(run));
  const rows: BenchRow[] = [];
  for (const group of selected) {
    run.onProgress(`Measuring ${group}…`);
    try {
      rows.push(...(await measures[group](run, getDataset)));
    } catch (error) {
      // The figures of the other rows took long, too.
      run.onProgress(`${group} was not measured: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return rows;
}
