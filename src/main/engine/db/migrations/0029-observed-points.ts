import { groupBy } from "../../../../shared/arrays.js";
import { packPoints, unpackPoints } from "../../domain/point-codec.js";
import type { PricePoint, PriceValue } from "../../domain/price-point.js";
import type { RowChange, RowValues } from "../acts/recorded-tables.js";
import { readObserved, replacePoints } from "../prices/price-history.js";
import { allRows, change, type WriteDb } from "../store.js";
import type { Migration } from "./migration.js";

interface Edit {
  readonly offerId: number;
  readonly atMs: number;
  /** `null` if nothing was observed then. */
  readonly before: PriceValue | null;
}

/** The points before the edits of an offer replaced them. */
function withoutEdits(points: readonly PricePoint[], edits: readonly Edit[]): PricePoint[] {
  const byTime = new Map(points.map((point) => [point.atMs, point]));
  for (const { atMs, before } of edits)
    if (before === null) byTime.delete(atMs);
    else byTime.set(atMs, { atMs, ...before });
  return [...byTime.values()].sort((one, other) => one.atMs - other.atMs);
}

function restoreObserved(tx: WriteDb): void {
  const sql = `SELECT offer_id AS offerId, at AS atMs, before AS "before:json" FROM history_edit`;
  for (const [offerId, edits] of groupBy(allRows<Edit>(tx, sql), ({ offerId }) => offerId))
    replacePoints(tx, offerId, withoutEdits(readObserved(tx, offerId), edits));
}

function toEdit(row: RowValues): Edit {
  const before = row.before == null ? null : (JSON.parse(String(row.before)) as PriceValue);
  return { offerId: Number(row.offer_id), atMs: Number(row.at), before };
}

/** An act's changes without the dropped column. Edited histories that a removed product took with it become one block each. */
function convertChanges(changes: readonly RowChange[]): RowChange[] {
  const deleted = changes.filter(([, before, after]) => before !== null && after === null);
  const rowsOf = (name: string) => deleted.flatMap(([table, row]) => (table === name && row ? [row] : []));
  const edited = groupBy(rowsOf("history_edit").map(toEdit), ({ offerId }) => offerId);
  const blocks = new Map<number, RowValues[]>();
  for (const [offerId, edits] of edited) {
    const stored = rowsOf("price_block").filter(({ offer_id }) => offer_id === offerId);
    const unpack = (row: RowValues) =>
      unpackPoints(Buffer.from(String(row.points), "hex"), Number(row.from_at));
    const points = withoutEdits(stored.flatMap(unpack), edits);
    const fromMs = points[0]?.atMs;
    const block =
      fromMs === undefined
        ? []
        : [
            {
              offer_id: offerId,
              from_at: fromMs,
              count: points.length,
              points: packPoints(points, fromMs).toString("hex"),
            },
          ];
    blocks.set(offerId, block);
  }
  const isReplaced = ([table, before, after]: RowChange) =>
    table === "price_block" && after === null && blocks.has(Number(before?.offer_id));
  return [
    ...[...blocks.values()].flat().map((row): RowChange => ["price_block", row, null]),
    ...changes.filter((each) => !isReplaced(each)).map((each) => convertChange(each, blocks)),
  ];
}

function convertChange(
  [table, before, after]: RowChange,
  blocks: ReadonlyMap<number, readonly RowValues[]>,
): RowChange {
  if (table === "history_edit") {
    const strip = (row: RowValues | null) => row && (({ before: _before, ...rest }) => rest)(row);
    return [table, strip(before), strip(after)];
  }
  const own = table === "offer" && after === null ? blocks.get(Number(before?.id)) : undefined;
  if (own === undefined) return [table, before, after];
  return [table, { ...before, block_count: own.length, last_block_at: own[0]?.from_at ?? null }, after];
}

function convertActs(tx: WriteDb): void {
  const sql = `SELECT id, changes AS "changes:json" FROM act WHERE changes LIKE '%"history_edit"%'`;
  for (const { id, changes } of allRows<{ id: number; changes: RowChange[] }>(tx, sql))
    change(tx, "UPDATE act SET changes = ? WHERE id = ?", JSON.stringify(convertChanges(changes)), id);
}

/** Edits lie over what was observed: until now, they replaced it. */
export const observedPoints: Migration = {
  version: 29,
  prepare: (tx) => {
    restoreObserved(tx);
    convertActs(tx);
  },
  sql: "ALTER TABLE history_edit DROP COLUMN before;",
};
