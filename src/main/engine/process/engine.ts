import { statSync } from "node:fs";
import { type AppOperation, appOperations } from "../../../shared/app/operations.js";
import type { CallResult, OperationName } from "../../../shared/calls.js";
import { type ContractOperation, contractOperations } from "../../../shared/contract/operations.js";
import { ensureFolder, newestBackup } from "../db/data-folder.js";
import { closeStore, openStore } from "../db/open.js";
import { describeDiskProblem } from "../db/storage-error.js";
import type { ReadDb } from "../db/store.js";
import { type Clock, DAY_MS, MINUTE_MS, systemClock } from "../domain/clock.js";
import { baseUrlAt } from "../http/app.js";
import { startServer } from "../http/server.js";
import { ensureDefaultAccount } from "../operations/accounts.js";
import { type AppContext, performApp } from "../operations/app-registry.js";
import { backUpIntoFolder } from "../operations/backup.js";
import type { Log } from "../operations/context.js";
import { ContractError } from "../operations/contract-error.js";
import { createKey, dropEphemeralKeys } from "../operations/keys.js";
import { perform } from "../operations/perform.js";
import { advanceSample, loadSampleIfNew } from "../operations/sample.js";
import { type FolderLock, lockFolder } from "./folder-lock.js";
import { pooledRandom } from "./pooled-random.js";
import { startOnce, startTicker } from "./ticker.js";

export interface EngineOptions {
  readonly dataFolder: string;
  readonly port: number;
  /** Load the sample market if the folder is new. */
  readonly sample: boolean;
  readonly version: string;
  readonly clock?: Clock;
  readonly log: Log;
}

export interface Engine {
  readonly baseUrl: string;
  readonly dataFolder: string;
  /** Asks the engine on behalf of the default account; an expected failure is a value. */
  call<K extends OperationName>(operation: K, input: unknown): CallResult<K>;
  /** A key of the default account that is gone when the engine ends. */
  createRunKey(): string;
  stop(): Promise<void>;
}

/** How often the sample market moves on. */
const sampleTickMs = MINUTE_MS;
/** The window's first questions come before that: making the market takes some tenths of a second. */
const firstSampleTickMs = 1_500;
const backupAgeMs = 7 * DAY_MS;
/** Start-up and the first look-ups come first. */
const firstBackupMs = 2 * MINUTE_MS;

/**
 * Runs an engine on a folder: one a folder, on plain Node, without a window. Throws `StorageError` with the next
 * step where the folder or its database cannot be used.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  ensureFolder(options.dataFolder);
  const lock = lockFolder(options.dataFolder);
  let db: ReadDb | undefined;
  try {
    db = openStore(options.dataFolder);
    return await run(options, lock, db);
  } catch (error) {
    if (db !== undefined) closeStore(db);
    lock.release();
    throw describeDiskProblem(error, options.dataFolder) ?? error;
  }
}

function prepareContext(options: EngineOptions, db: ReadDb): Omit<AppContext, "baseUrl"> {
  const clock = options.clock ?? systemClock;
  const { account, isNew } = ensureDefaultAccount(db, clock.now());
  const context = {
    db,
    clock,
    randomBytes: pooledRandom(),
    log: options.log,
    accountId: account.id,
    dataFolder: options.dataFolder,
    version: options.version,
  };
  dropEphemeralKeys(db);
  loadSampleIfNew(context, isNew && options.sample);
  return context;
}

async function run(options: EngineOptions, lock: FolderLock, db: ReadDb): Promise<Engine> {
  const partial = prepareContext(options, db);
  const server = await startServer(partial, options.port);
  const baseUrl = baseUrlAt(server.port);
  const context: AppContext = { ...partial, baseUrl: () => baseUrl };
  lock.announce({
    pid: process.pid,
    base_url: baseUrl,
    clock_offset_ms: options.clock === undefined ? 0 : options.clock.now() - systemClock.now(),
  });
  options.log.info("The engine answers.", { baseUrl });
  const stopTickers = [
    startOnce(firstSampleTickMs, () => advanceSample(context), options.log),
    startTicker(sampleTickMs, () => advanceSample(context), options.log),
    startTicker(firstBackupMs, () => backUpIfOld(context), options.log),
  ];
  return {
    baseUrl,
    dataFolder: options.dataFolder,
    call: (operation, input) => call(context, operation, input),
    createRunKey: () =>
      createKey(context, context.accountId, { name: "this run", isReadOnly: false, isEphemeral: true }).key,
    stop: async () => {
      for (const stop of stopTickers) stop();
      await server.close();
      dropEphemeralKeys(db);
      closeStore(db);
      lock.release();
    },
  };
}

/** Keeps a recent copy at hand for the day the database is damaged. Real time: it is about the file, not prices. */
function backUpIfOld(context: AppContext): void {
  const newest = newestBackup(context.dataFolder);
  const newestMs = newest === null ? 0 : statSync(newest).mtimeMs;
  const nowMs = Date.now();
  if (nowMs - newestMs > backupAgeMs) backUpIntoFolder(context.db, context.dataFolder, nowMs);
}

function isContractOperation(operation: OperationName): operation is ContractOperation {
  return operation in contractOperations;
}

function isAppOperation(operation: OperationName): operation is AppOperation {
  return operation in appOperations;
}

function call<K extends OperationName>(context: AppContext, operation: K, input: unknown): CallResult<K> {
  // The result's type follows from the operation's name, which the compiler cannot follow through the branches.
  if (isContractOperation(operation)) return callContract(context, operation, input) as CallResult<K>;
  if (isAppOperation(operation)) return callApp(context, operation, input) as CallResult<K>;
  const error = new ContractError("ERR_ENDPOINT_NOT_FOUND", `There is no operation ${String(operation)}.`);
  return { ok: false, error: toCallError(error), meta: null };
}

function callContract<K extends ContractOperation>(context: AppContext, operation: K, input: unknown) {
  const outcome = perform(context, {
    accountId: context.accountId,
    asked: { operation, input: () => input },
  });
  return outcome.ok
    ? { ok: true, data: outcome.result, meta: outcome.meta }
    : { ok: false, error: toCallError(outcome.error), meta: outcome.meta };
}

function callApp<K extends AppOperation>(context: AppContext, operation: K, input: unknown) {
  try {
    return { ok: true, data: performApp(context, operation, input), meta: null };
  } catch (error) {
    if (error instanceof ContractError) return { ok: false, error: toCallError(error), meta: null };
    context.log.error("An operation of the app failed unexpectedly.", error, { operation });
    const internal = new ContractError("ERR_INTERNAL", "Something unexpected went wrong.");
    return { ok: false, error: toCallError(internal), meta: null };
  }
}

function toCallError(error: ContractError) {
  return {
    code: error.code,
    message: error.message,
    action: error.action,
    ...(error.retryAfterSeconds === null ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  };
}
