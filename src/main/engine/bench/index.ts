import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildDataset, type Dataset, type DatasetSize } from "./dataset.js";
import { deliverRow } from "./deliver-row.js";
import { historyRow, lookupRow, recordRows, searchRow } from "./engine-rows.js";
import { extractRows } from "./extract-row.js";
import { type BenchGroup, benchGroups } from "./groups.js";
import { hourlyRow } from "./hourly-row.js";
import { listenerRow } from "./listener-row.js";
import type { BenchRow } from "./row.js";
import { startRow } from "./start-row.js";

export interface BenchRun {
  /** An empty folder for the data; removed by the caller. */
  readonly folder: string;
  readonly size: DatasetSize;
  /** Which groups to run; empty for all. */
  readonly names: readonly BenchGroup[];
  readonly runs: number;
  readonly seconds: number;
  readonly onProgress: (text: string) => void;
}

async function measure(group: BenchGroup, dataset: () => Dataset, run: BenchRun): Promise<BenchRow[]> {
  switch (group) {
    case "lookup":
      return [await lookupRow(dataset(), run)];
    case "search":
      return [searchRow(dataset(), run)];
    case "history":
      return [await historyRow(dataset(), run)];
    case "record":
      return recordRows(dataset(), subfolder(run.folder, "record"), run);
    case "deliver":
      return [await deliverRow(subfolder(run.folder, "deliver"), run)];
    case "listener":
      return [await listenerRow(subfolder(run.folder, "listener"), run)];
    case "extract":
      return extractRows(run);
    case "hourly":
      return [await hourlyRow(subfolder(run.folder, "hourly"), run.runs, run.onProgress)];
    case "start":
      return [await startRow(dataset(), run)];
  }
}

function subfolder(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

function buildLarge({ folder, size, onProgress }: BenchRun): Dataset {
  const { products, points } = size;
  onProgress(
    `Building ${products.toLocaleString("en-US")} products and ${points.toLocaleString("en-US")} points…`,
  );
  return buildDataset(subfolder(folder, "data"), size, () => undefined);
}

/** Measures each group beside its floor, on data that is built when the first one needs it. */
export async function runBenchmarks(run: BenchRun): Promise<BenchRow[]> {
  const chosen = benchGroups.filter((group) => run.names.length === 0 || run.names.includes(group));
  let dataset: Dataset | null = null;
  const build = () => (dataset ??= buildLarge(run));
  const rows: BenchRow[] = [];
  for (const group of chosen) {
    run.onProgress(`Measuring ${group}…`);
    rows.push(...(await measure(group, build, run)));
  }
  return rows;
}
