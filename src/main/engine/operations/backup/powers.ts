import type { Power } from "../../../../shared/data/powers.js";
import { allRows, change, type ReadDb, type WriteDb } from "../../db/store.js";
import { readWebSettings, saveWebSettings } from "../devices/devices.js";
import { allowedHosts, saveAllowedHosts } from "../pages/allowed-hosts.js";

interface PowerRow {
  readonly id: string | number;
  readonly name: string;
  /** What makes it the same power in another database. */
  readonly identity: string;
}

interface PowerSource {
  /** The rows that are on. */
  readonly list: (db: ReadDb) => readonly (PowerRow & Pick<Power, "kind">)[];
  readonly turnOff: (tx: WriteDb, id: string | number) => void;
}

function rowsOf(sql: string, kindOf: (row: PowerRow & { readonly isExtension?: number }) => Power["kind"]) {
  return (db: ReadDb) => allRows<PowerRow>(db, sql).map((row) => ({ ...row, kind: kindOf(row) }));
}

const sources: readonly PowerSource[] = [
  {
    list: rowsOf(
      `SELECT id, name, hex(hash) AS identity, origin IS NOT NULL AS isExtension FROM api_key
        WHERE is_owner = 1 AND is_ephemeral = 0 AND revoked_at IS NULL`,
      ({ isExtension }) => (isExtension === 1 ? "extension" : "owner-key"),
    ),
    turnOff: (tx, id) => void change(tx, "DELETE FROM api_key WHERE id = ?", id),
  },
  {
    list: rowsOf(
      "SELECT id, name, hex(hash) AS identity FROM device WHERE revoked_at IS NULL",
      () => "device",
    ),
    turnOff: (tx, id) => void change(tx, "DELETE FROM device WHERE id = ?", id),
  },
  {
    list: (db) => {
      const { enabled, port, ...settings } = readWebSettings(db);
      const identity = JSON.stringify({ port, ...settings });
      return enabled ? [{ kind: "page", id: port, name: `port ${port}`, identity }] : [];
    },
    turnOff: (tx) => saveWebSettings(tx, { enabled: false }),
  },
  {
    list: (db) => allowedHosts(db).map((host) => ({ kind: "host", id: host, name: host, identity: host })),
    turnOff: (tx, host) =>
      saveAllowedHosts(
        tx,
        allowedHosts(tx).filter((each) => each !== host),
      ),
  },
  {
    list: rowsOf(
      "SELECT id, url AS name, url AS identity FROM webhook WHERE is_active = 1 AND is_local = 0",
      () => "webhook",
    ),
    turnOff: (tx, id) => void change(tx, "UPDATE webhook SET is_active = 0 WHERE id = ?", id),
  },
  {
    list: rowsOf(
      "SELECT id, description AS name, hex(target) AS identity FROM channel WHERE length(target) > 0",
      () => "channel",
    ),
    // Its address must then be entered again.
    turnOff: (tx, id) => void change(tx, "UPDATE channel SET target = x'' WHERE id = ?", id),
  },
  {
    list: rowsOf(
      "SELECT id, base_url AS name, base_url AS identity FROM service WHERE is_enabled = 1",
      () => "service",
    ),
    turnOff: (tx, id) => void change(tx, "UPDATE service SET is_enabled = 0 WHERE id = ?", id),
  },
  {
    list: rowsOf(
      "SELECT key AS id, value AS name, value AS identity FROM setting WHERE key = 'search.engine'",
      () => "search-engine",
    ),
    turnOff: (tx, key) => void change(tx, "DELETE FROM setting WHERE key = ?", key),
  },
];

/** What a backup would turn on that the present data lacks: all of it if there is none, or it cannot be read. */
export function newPowers(backup: ReadDb, current: ReadDb | null): Power[] {
  return sources.flatMap((source) =>
    lacking(source, backup, current).map(({ kind, name }) => ({ kind, name })),
  );
}

/** Turns off what `newPowers` lists. */
export function turnOffPowers(backup: WriteDb, current: ReadDb | null): void {
  for (const source of sources)
    for (const { id } of lacking(source, backup, current)) source.turnOff(backup, id);
}

function lacking(source: PowerSource, backup: ReadDb, current: ReadDb | null) {
  const known = new Set(current === null ? [] : source.list(current).map(({ identity }) => identity));
  return source.list(backup).filter(({ identity }) => !known.has(identity));
}
