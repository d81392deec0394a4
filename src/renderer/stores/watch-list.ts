import { useMemo } from "react";
import { create } from "zustand";
import type { Sparkline, WatchRow } from "../../shared/app/watch.js";
import { chunk } from "../../shared/arrays.js";
import type { CallError } from "../../shared/calls.js";
import { throttle } from "../lib/throttle.js";
import { deleteSavedRows, maxSavedRows, readSavedRows, saveRows } from "../lib/watch/saved-rows.js";
import { toWatchItem, type WatchItem } from "../lib/watch/watch-item.js";
import { ask } from "./call-engine.js";
import { onEngineReady } from "./engine.js";
import { onEngineEvent } from "./engine-events.js";

interface WatchListState {
  /** In loading order. */
  readonly items: readonly WatchItem[];
  /** Whether all pages have loaded; until then, the rows are those of the last start. */
  readonly isKnown: boolean;
  /** The total, as far as it is known. */
  readonly total: number;
  readonly error: CallError | null;
  readonly sparklines: ReadonlyMap<string, Sparkline>;
}

/** The watch list: a copy in the window, loaded in pages and updated by the engine's events. */
export const useWatchList = create<WatchListState>(() => ({
  items: [],
  isKnown: false,
  total: 0,
  error: null,
  sparklines: new Map(),
}));

const pageSize = 500;
/** Enough to fill the window, so that the visible part does not wait for the rest. */
const firstPageSize = 40;
/** A short list reloads in one call; a long one reloads less often, because its checks never stop. */
const shortPauseMs = 1_000;
const longPauseMs = 15_000;

function isShort(): boolean {
  return useWatchList.getState().items.length <= pageSize;
}

/** Numbers the reloads, so that pages of outdated ones are dropped. */
let latest = 0;

let wasSeenBefore = false;

/** Shows the rows of the last start until the engine's arrive. */
export function showSavedRows(): void {
  const saved = readSavedRows(localStorage);
  if (saved === null) return;
  wasSeenBefore = true;
  useWatchList.setState({ items: saved.rows.map(toWatchItem), total: saved.total });
}

/** Saves the top rows for the next start; they may have gone since. */
export function saveTopRows(items: readonly WatchItem[], shown: readonly WatchItem[]): void {
  if (useWatchList.getState().items !== items) return;
  saveRows({ rows: shown.slice(0, maxSavedRows).map(({ row }) => row), total: items.length }, localStorage);
}

function hasSomethingToShow(): boolean {
  return wasSeenBefore || useWatchList.getState().isKnown;
}

/** Numbers the requests: of two answers about a row, the later request's is newer, whichever arrives first. */
let questions = 0;
const questionOf = new WeakMap<WatchItem, number>();

function withEdits(row: WatchRow, question: number): WatchItem {
  const item = toWatchItem(row);
  questionOf.set(item, question);
  return item;
}

function isOlder(item: WatchItem, question: number): boolean {
  return (questionOf.get(item) ?? 0) < question;
}

function newerOf(one: WatchItem, other: WatchItem | undefined): WatchItem {
  return other && isOlder(one, questionOf.get(other) ?? 0) ? other : one;
}

async function readPages(mine: number): Promise<WatchItem[] | CallError> {
  const items: WatchItem[] = [];
  for (let after: number | null | undefined; after !== null; ) {
    const limit = after === undefined && !hasSomethingToShow() ? firstPageSize : pageSize;
    const question = ++questions;
    const page = await ask("watch.list", { limit, ...(after !== undefined && { after }) });
    if (!page.ok) return page.error;
    // A later reload has begun, so the rest of this one is not needed.
    if (mine !== latest) return items;
    items.push(...page.data.rows.map((row) => withEdits(row, question)));
    after = page.data.next;
    // The first start has nothing to show yet; later ones show the last rows until all pages have loaded.
    if (!hasSomethingToShow()) useWatchList.setState({ items: [...items] });
  }
  return items;
}

/** Reloads the whole list. */
export async function loadWatchList(): Promise<void> {
  const mine = ++latest;
  readSince.clear();
  const read = await readPages(mine);
  if (mine !== latest) return;
  if ("code" in read) useWatchList.setState({ error: read });
  else finishReading(read);
}

function finishReading(read: readonly WatchItem[]): void {
  const items = read.map((item) => newerOf(item, readSince.get(item.row.product_key)));
  useWatchList.setState({ items, isKnown: true, total: items.length, error: null });
}

/** Removes rows optimistically; the next reload shows the engine's state. */
export function hideRows(productKeys: ReadonlySet<string>): void {
  useWatchList.setState(({ items }) => ({
    items: items.filter(({ row }) => !productKeys.has(row.product_key)),
  }));
}

/** Product keys of the visible rows. */
let inView: ReadonlySet<string> = new Set();

/** Rows refreshed one by one since the present reload began: most are newer than its pages. */
const readSince = new Map<string, WatchItem>();

const rowsPerCall = 200;

/** Refreshes single rows. */
export async function refreshRows(productKeys: readonly string[]): Promise<void> {
  for (const part of chunk(productKeys, rowsPerCall)) {
    const question = ++questions;
    const result = await ask("watch.rows", { product_keys: [...part] });
    if (!result.ok) return;
    const { rows, gone } = result.data;
    const fresh = new Map(rows.map((row) => [row.product_key, withEdits(row, question)]));
    for (const [productKey, item] of fresh)
      readSince.set(productKey, newerOf(item, readSince.get(productKey)));
    useWatchList.setState(({ items }) => ({
      items: items
        .filter((item) => !(gone.includes(item.row.product_key) && isOlder(item, question)))
        .map((item) => newerOf(item, fresh.get(item.row.product_key))),
    }));
  }
}

const linesPerCall = 100;
const asked = new Set<string>();

let withSparklines = false;

/** Sets the visible rows, which are refreshed first, and loads their sparklines if shown. */
export async function showRows(productKeys: readonly string[], hasSparklines: boolean): Promise<void> {
  inView = new Set(productKeys);
  withSparklines = hasSparklines;
  if (!hasSparklines) return;
  const missing = productKeys.filter((productKey) => !asked.has(productKey)).slice(0, linesPerCall);
  if (missing.length === 0) return;
  for (const productKey of missing) asked.add(productKey);
  const result = await ask("watch.sparklines", { product_keys: missing, days: 90 });
  if (!result.ok) {
    for (const productKey of missing) asked.delete(productKey);
    return;
  }
  useWatchList.setState(({ sparklines }) => ({
    sparklines: new Map([
      ...sparklines,
      ...result.data.lines.map((line) => [line.product_key, line] as const),
    ]),
  }));
}

function refreshSparklines(): void {
  asked.clear();
  void showRows([...inView], withSparklines);
}

const readAgain = throttle(
  () => (isShort() ? shortPauseMs : longPauseMs),
  () => void loadWatchList(),
);
const readInView = throttle(
  () => shortPauseMs,
  () => {
    if (!isShort()) void refreshRows([...inView]);
    refreshSparklines();
  },
);

const listedKinds: ReadonlySet<string> = new Set(["schedules", "prices", "all"]);

/** Keeps the list in sync with the engine. */
export function followWatchList(): void {
  useWatchList.subscribe(({ isKnown, items }) => {
    if (isKnown && items.length === 0) deleteSavedRows(localStorage);
  });
  onEngineReady(() => void loadWatchList());
  onEngineEvent((event) => {
    if (event.kind !== "changed" || !listedKinds.has(event.dataKind)) return;
    readInView();
    readAgain();
  });
}

/** A product's watched row; undefined if it is not watched. */
export function useWatchedRow(productKey: string): WatchRow | undefined {
  return useWatchList((state) => state.items.find(({ row }) => row.product_key === productKey)?.row);
}

/** Watched rows by product key. */
export function useWatchedRows(): ReadonlyMap<string, WatchRow> {
  const items = useWatchList((state) => state.items);
  return useMemo(() => new Map(items.map(({ row }) => [row.product_key, row])), [items]);
}
