import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountByName } from "../../src/main/engine/db/account.js";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import type { ReadDb } from "../../src/main/engine/db/store.js";
import { type AccountChange, setAccount } from "../../src/main/engine/operations/accounts.js";
import { type ImportReport, importCatalogue } from "../../src/main/engine/operations/import-catalogue.js";
import { createKey, type NewKey, revokeApiKey } from "../../src/main/engine/operations/keys.js";
import { type Engine, startEngine } from "../../src/main/engine/process/engine.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import type { CatalogueLineInput } from "./catalogue.js";
import { type Answer, fetchAnswer, type GetOptions } from "./contract-http.js";

/** A clock that stands still until a test moves it. */
interface MovableClock {
  now(): number;
  advance(ms: number): void;
  set(iso: string): void;
}

function movableClock(startIso: string): MovableClock {
  let nowMs = Date.parse(startIso);
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
    set: (iso) => {
      nowMs = Date.parse(iso);
    },
  };
}

interface KeyWish {
  readonly account?: string;
  readonly readOnly?: boolean;
}

/** A real engine: its own folder, real SQLite, a real socket on loopback. */
export interface TestEngine {
  readonly clock: MovableClock;
  readonly folder: string;
  /** A second connection to the engine's database, as the command line would have. */
  readonly db: ReadDb;
  /** A key of the default account. */
  readonly key: string;
  port(): number;
  origin(): string;
  import(lines: readonly CatalogueLineInput[]): Promise<ImportReport>;
  /** Changes an account, made when it is new; without a name, the default one. */
  setAccount(change: AccountChange, name?: string): void;
  createKey(wish?: KeyWish): NewKey;
  revokeKey(id: string, account?: string): boolean;
  /** Asks below the base URL; with the default account's key unless another, or `null`, is given. */
  get(path: string, options?: GetOptions): Promise<Answer>;
  /** Stops the engine and starts another on the same folder. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const defaultAccount = "default";

/** Noon of a Monday; the catalogue's times are told from here. */
export const startOfTests = "2026-06-15T12:00:00.000Z";

function accountIdOf(db: ReadDb, name: string): number {
  const account = accountByName(db, name);
  if (account === undefined) throw new Error(`There is no account ${name}.`);
  return account.id;
}

export async function startTestEngine(startIso = startOfTests): Promise<TestEngine> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-engine-"));
  const clock = movableClock(startIso);
  const start = () =>
    startEngine({ dataFolder: folder, port: 0, sample: false, version: "0.0.0", clock, log: silentLog });
  let engine: Engine = await start();
  const db = openStore(folder);
  const context = { db, clock, randomBytes, log: silentLog };
  const makeKey = ({ account = defaultAccount, readOnly = false }: KeyWish = {}) =>
    createKey(context, accountIdOf(db, account), { name: "test", isReadOnly: readOnly });
  const key = makeKey().key;
  return {
    clock,
    folder,
    db,
    key,
    port: () => Number(new URL(engine.baseUrl).port),
    origin: () => new URL(engine.baseUrl).origin,
    import: (lines) =>
      importCatalogue(
        { db, nowMs: clock.now(), randomBytes, isSample: false },
        lines.map((line) => JSON.stringify(line)),
      ),
    setAccount: (change, name = defaultAccount) => void setAccount(db, name, change, clock.now()),
    createKey: makeKey,
    revokeKey: (id, account = defaultAccount) => revokeApiKey(context, accountIdOf(db, account), id),
    get: (path, options = {}) => fetchAnswer(engine.baseUrl + path, { key, ...options }),
    restart: async () => {
      await engine.stop();
      engine = await start();
    },
    stop: async () => {
      closeStore(db);
      await engine.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
