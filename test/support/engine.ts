import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { accountByName } from "../../src/main/engine/db/accounts/account.js";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import type { ReadDb } from "../../src/main/engine/db/store.js";
import { type AccountChange, setAccount } from "../../src/main/engine/operations/account/accounts.js";
import { createKey, revokeApiKey } from "../../src/main/engine/operations/account/keys.js";
import {
  type ImportReport,
  importCatalogue,
} from "../../src/main/engine/operations/catalogue/import-catalogue.js";
import type { TaskControl } from "../../src/main/engine/operations/request/task-control.js";
import { type Engine, type EngineOptions, startEngine } from "../../src/main/engine/process/engine.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import type { CallResult, OperationInput, OperationName } from "../../src/shared/calls.js";
import type { HostOperation, HostResult } from "../../src/shared/data/host-operations.js";
import type { EngineEvent } from "../../src/shared/engine-process.js";
import type { CatalogueLineInput } from "./catalogue.js";
import { createMovableClock, type MovableClock, testStartIso } from "./clock.js";
import { removeFolder, scratchFolder } from "./disk.js";
import { createDatabase } from "./folder.js";
import { type ApiResponse, fetchResponse, type Method, type RequestOptions } from "./network.js";

interface KeyOptions {
  readonly account?: string;
  readonly readOnly?: boolean;
}

type CallData<K extends OperationName> = Extract<CallResult<K>, { ok: true }>["data"];

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
  /** Changes an account, or creates it. Without a name, the default account. */
  setAccount(change: AccountChange, name?: string): void;
  createKey(options?: KeyOptions): ReturnType<typeof createKey>;
  revokeKey(id: string, account?: string): boolean;
  /** Sends a GET below the base URL, with the default account's key unless another one or `null` is given. */
  get(path: string, options?: RequestOptions): Promise<ApiResponse>;
  /** Like `get` with another method; `body` is sent as JSON. */
  request(method: Method, path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse>;
  /** Calls an operation as the window does. */
  call<K extends OperationName>(operation: K, input: OperationInput<K>): Promise<CallResult<K>>;
  /** Makes a call that must succeed. Returns its data. */
  data<K extends OperationName>(operation: K, input: OperationInput<K>): Promise<CallData<K>>;
  /** Runs an operation on a file, as the app's main process does. */
  callHost<K extends HostOperation>(
    operation: K,
    file: string,
    work?: Partial<TaskControl>,
  ): Promise<HostResult<K>>;
  /** The events that the engine has sent to the window so far. */
  readonly events: EngineEvent[];
  /** Stops the engine, runs `meanwhile`, and starts another engine on the same folder. */
  restart(meanwhile?: () => unknown): Promise<void>;
  stop(): Promise<void>;
}

const defaultAccount = "default";

function findAccountId(db: ReadDb, name: string): number {
  const account = accountByName(db, name);
  if (account === undefined) throw new Error(`Unknown account ${name}.`);
  return account.id;
}

export interface TestEngineOptions
  extends Partial<
    Pick<
      EngineOptions,
      | "sample"
      | "secretKey"
      | "listenerPort"
      | "publicOrigin"
      | "allowedWebhookHosts"
      | "deliveryTimeoutMs"
      | "upstreamTimeoutMs"
      | "pagePace"
      | "ratesUrl"
      | "render"
      | "browserProblem"
      | "log"
      | "web"
      | "pageFolder"
      | "version"
      | "port"
    >
  > {
  readonly startIso?: string;
  /** The data folder; a new one by default. `stop` removes it. */
  readonly dataFolder?: string;
}

export async function startTestEngine({
  startIso = testStartIso,
  dataFolder,
  ...options
}: TestEngineOptions = {}): Promise<TestEngine> {
  const folder = dataFolder ?? scratchFolder("engine").path;
  if (dataFolder === undefined) createDatabase(folder, options.sample === true ? Date.parse(startIso) : null);
  const clock = createMovableClock(startIso, () => engine?.wake());
  const events: EngineEvent[] = [];
  const start = () =>
    startEngine({
      dataFolder: folder,
      port: 0,
      sample: false,
      version: "0.0.0",
      clock,
      log: silentLog,
      onEvent: (each) => void events.push(each),
      ...options,
    });
  let engine: Engine | null = null;
  const runningEngine = (): Engine => {
    if (engine === null) throw new Error("The engine is not running.");
    return engine;
  };
  engine = await start();
  const db = openStore(folder);
  const context = { db, clock, randomBytes, log: silentLog };
  const makeKey = ({ account = defaultAccount, readOnly = false }: KeyOptions = {}) =>
    createKey(context, findAccountId(db, account), { name: "test", isReadOnly: readOnly });
  const key = makeKey().key;
  return {
    clock,
    folder,
    db,
    key,
    port: () => Number(new URL(runningEngine().baseUrl).port),
    origin: () => new URL(runningEngine().baseUrl).origin,
    import: (lines) =>
      importCatalogue(
        { db, nowMs: clock.now(), randomBytes, isSample: false },
        lines.map((line) => JSON.stringify(line)),
      ),
    setAccount: (change, name = defaultAccount) => void setAccount(db, name, change, clock.now()),
    createKey: makeKey,
    revokeKey: (id, account = defaultAccount) => revokeApiKey(context, findAccountId(db, account), id),
    events,
    get: (path, get = {}) => fetchResponse(runningEngine().baseUrl + path, { key, ...get }),
    request: (method, path, body, get = {}) =>
      fetchResponse(runningEngine().baseUrl + path, {
        key,
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...get,
        headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...get.headers },
      }),
    call: (operation, input) => runningEngine().call(operation, input),
    data: async (operation, input) => {
      const result = await runningEngine().call(operation, input);
      if (!result.ok) throw new Error(`${operation}: ${result.error.message} ${result.error.action}`);
      return result.data;
    },
    callHost: (operation, file, work = {}) =>
      runningEngine().callHost(
        operation,
        { file },
        { onProgress: () => undefined, signal: new AbortController().signal, ...work },
      ),
    restart: async (meanwhile) => {
      await runningEngine().stop();
      engine = null;
      await meanwhile?.();
      engine = await start();
    },
    stop: async () => {
      closeStore(db);
      await runningEngine().stop();
      removeFolder(folder);
    },
  };
}

/** Starts an engine that stops when the test ends. */
export async function openTestEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  const engine = await startTestEngine(options);
  onTestFinished(() => engine.stop());
  return engine;
}

/**
 * Stops the sample market from changing by itself, so that only checks change it. Otherwise it catches up with the
 * engine's clock 1.5 s of real time after the start, which a test that moves the clock by days cannot foresee.
 */
export function freezeSampleMarket({ db }: TestEngine): void {
  const { changes } = db.connection
    .prepare("UPDATE setting SET value = ? WHERE key = 'sample.advanced_to'")
    .run(String(Date.UTC(9999, 0)));
  if (changes !== 1) throw new Error("The sample market is not loaded.");
}
