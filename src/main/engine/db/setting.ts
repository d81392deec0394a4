import { change, getValue, type ReadDb, type WriteDb } from "./store.js";

/** The engine's internal state, stored with the data it belongs to. */
export type SettingKey =
  | "sample.seed"
  | "sample.currency"
  | "sample.advanced_to"
  | "batch.ms_per_identifier"
  | "listener.certificate"
  | "listener.private_key"
  | "pages.allowed_hosts"
  /** When commands may visit hosts again, as JSON. */
  | "pages.free_at"
  | "health.written_at"
  /** When the data was restored from a backup, in milliseconds UTC. */
  | "restored_at"
  /** Where the window's page is served, as JSON. */
  | "web.page"
  /** Set while the shopper has agreed to ask an archive for each page that is added. */
  | "archive.always"
  | "archive.pace"
  /** The address of the shopper's own search engine. */
  | "search.engine"
  /** When the user was notified that the oldest acts were deleted for lack of space. */
  | "acts.full_reported";

export function readSetting(db: ReadDb, key: SettingKey): string | null {
  return getValue<string>(db, "SELECT value FROM setting WHERE key = ?", key) ?? null;
}

export function saveSetting(tx: WriteDb, key: SettingKey, value: string): void {
  change(tx, "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", key, value);
}

export function deleteSetting(tx: WriteDb, key: SettingKey): void {
  change(tx, "DELETE FROM setting WHERE key = ?", key);
}
