import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { assertNever } from "../src/shared/assert-never.js";
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
import { extractRows } from "./engine/extract-rows.js";
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

async function measure(group: BenchGroup, dataset: () => Dataset, run: BenchRun): Promise<BenchRow[]> {
  switch (group) {
    case "lookup":
      return [await lookupRow(dataset(), run), await lookupAloneRow(dataset(), run)];
    case "search":
      return [await searchRow(dataset(), run)];
    case "history":
      return [await historyRow(dataset(), run)];
    case "record":
      return recordRows(dataset(), createSubfolder(run.folder, "record"), run);
    case "deliver":
      return [await deliveryRow(createSubfolder(run.folder, "deliver"), run)];
    case "listener":
      return [await listenerRow(createSubfolder(run.folder, "listener"), run)];
    case "extract":
      return extractRows(run);
    case "hourly":
      return [await hourlyRow(createSubfolder(run.folder, "hourly"), run.runs, run.onProgress)];
    case "busy":
      return busyRows(dataset(), createSubfolder(run.folder, "busy"), run);
    case "start":
      return [await startRow(dataset(), run)];
    default:
      return assertNever(group);
  }
}

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

/** Runs the selected groups. They share one dataset, built when the first of them needs it. */
export async function runBenchmarks(run: BenchRun): Promise<BenchRow[]> {
  const selected = benchGroups.filter((group) => run.groups.length === 0 || run.groups.includes(group));
  let dataset: Dataset | null = null;
  const getDataset = () => (dataset ??= buildSharedDataset(run));
  const rows: BenchRow[] = [];
  for (const group of selected) {
    run.onProgress(`Measuring ${group}…`);
    rows.push(...(await measure(group, getDataset, run)));
  }
  return rows;
}
