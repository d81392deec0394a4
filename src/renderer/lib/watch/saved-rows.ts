import type { WatchRow } from "../../../shared/app/watch.js";

/** The top rows of the list as last seen, and their total. */
export interface SavedRows {
  readonly rows: readonly WatchRow[];
  readonly total: number;
}

/** Enough to fill a window. */
export const maxSavedRows = 40;

/** Versioned, so that rows in an older shape are ignored. */
const key = "watch list 8";

/** Saves the top of the list for the next start, which shows it while the engine starts. */
export function saveRows({ rows, total }: SavedRows, storage: Pick<Storage, "setItem">): void {
  try {
    storage.setItem(key, JSON.stringify({ rows: rows.slice(0, maxSavedRows), total } satisfies SavedRows));
  } catch {
    // Without storage, the next start waits for the engine, as the first one did.
  }
}

/** Called when nothing is watched any more. */
export function deleteSavedRows(storage: Pick<Storage, "removeItem">): void {
  storage.removeItem(key);
}

function isRow(row: unknown): row is WatchRow {
  const has = (name: string, type: string) => typeof Reflect.get(row as object, name) === type;
  return (
    typeof row === "object" &&
    row !== null &&
    has("product_key", "string") &&
    has("title", "string") &&
    has("next_check_at", "string") &&
    has("health", "object") &&
    Array.isArray(Reflect.get(row, "tags"))
  );
}

/** The saved rows; null if there are none, or none that can be shown. */
export function readSavedRows(storage: Pick<Storage, "getItem">): SavedRows | null {
  try {
    const saved: unknown = JSON.parse(storage.getItem(key) ?? "null");
    if (typeof saved !== "object" || saved === null) return null;
    const { rows, total } = saved as { readonly rows?: unknown; readonly total?: unknown };
    if (!Array.isArray(rows) || rows.length === 0 || !rows.every(isRow)) return null;
    return typeof total === "number" ? { rows, total } : null;
  } catch {
    return null;
  }
}
