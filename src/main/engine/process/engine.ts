import type { CallResult, OperationName } from "../../../shared/calls.js";
import type { HostOperation, HostResult } from "../../../shared/data/host-operations.js";
import type { EngineNews } from "../../../shared/engine-process.js";
import { secretBox } from "../crypto/secret-box.js";
import { ensureFolder } from "../db/data-folder.js";
import { closeStore, type OpenOptions, openStore } from "../db/open.js";
import { describeDiskProblem, type StorageError } from "../db/storage-error.js";
import type { ReadDb } from "../db/store.js";
import { asDamage, isSuspect } from "../db/suspect.js";
import { type Clock, systemClock } from "../domain/clock.js";
import { baseUrlAt } from "../http/address.js";
import { startServer } from "../http/server.js";
import { ensureDefaultAccount } from "../operations/accounts.js";
import type { AppContext } from "../operations/app-registry.js";
import type { Log, RequestContext } from "../operations/context.js";
import type { BackgroundWork } from "../operations/effects.js";
import { createKey, dropEphemeralKeys } from "../operations/keys.js";
import { sealOldSecrets } from "../operations/local-webhook.js";
import type { LongWork } from "../operations/long-work.js";
import { loadSampleIfNew, sampleSeedOf } from "../operations/sample.js";
import type { Renderer } from "../sources/page/renderer.js";
import { sampleSource } from "../sources/sample/index.js";
import { deliveryTimeoutMs } from "../webhooks/post-event.js";
import { type Poster, startPoster } from "../webhooks/poster.js";
import { type Background, startBackground } from "./background.js";
import { callOperation } from "./call.js";
import { calmNews } from "./calm-news.js";
import { rememberDamage, watchForDamage } from "./damage-watch.js";
import { type FolderLock, lockFolder } from "./folder-lock.js";
import { startHostCalls } from "./host-calls.js";
import { startHousekeeping } from "./housekeeping.js";
import { IntegrityChecks } from "./integrity-checks.js";
import { type LocalAlerts, noLocalAlerts, startLocalAlerts } from "./local-alerts.js";
import { type PagePace, startPages } from "./pages.js";
import { pooledRandom } from "./pooled-random.js";
import { type Services, startServices } from "./services.js";
import { startWorkers } from "./workers.js";

export interface EngineOptions {
  readonly dataFolder: string;
  readonly port: number;
  /** Origin of the user's reverse proxy, if there is one. */
  readonly publicOrigin?: string | null;
  /** Load the sample market if the folder is new. */
  readonly sample: boolean;
  readonly version: string;
  readonly clock?: Clock;
  readonly log: Log;
  /** Encrypts the secrets in the database; without it they are stored as plain text. */
  readonly secretKey?: Buffer | null;
  /** The first port to try for the app's own webhook listener; without it, none runs. */
  readonly listenerPort?: number | null;
  readonly onNews?: (news: EngineNews) => void;
  /** Called when the database is found to be damaged. The engine should then be stopped. */
  readonly onDamage?: (error: StorageError) => void;
  /** Max time that a receiver may take. Default: 10 s (decision 30). */
  readonly deliveryTimeoutMs?: number;
  /** Max time that an upstream may take. Default: a few seconds. */
  readonly serviceTimeoutMs?: number;
  /** The pace of visits to shops. Default: a polite one. */
  readonly pagePace?: PagePace;
  /** Opens pages in a hidden window, if the host process has windows. */
  readonly render?: Renderer;
  /** Lets tests check smaller files in the background, and sooner. */
  readonly integrity?: OpenOptions & { readonly firstCheckMs?: number };
}

export interface Engine {
  readonly baseUrl: string;
  readonly dataFolder: string;
  /** Runs an operation on behalf of the default account. An expected failure is a value. Never rejects. */
  call<K extends OperationName>(operation: K, input: unknown): Promise<CallResult<K>>;
  /** Runs an operation that is reserved for the app's main process. Never rejects. */
  callHost<K extends HostOperation>(operation: K, input: unknown, work: LongWork): Promise<HostResult<K>>;
  /** Creates a key of the default account that is deleted when the engine stops. */
  createRunKey(): string;
  /** Looks for due work immediately. Call it when the computer wakes up or its clock is set. */
  wake(): void;
  /** Frees the database's caches. Call it when the engine is idle. */
  releaseMemory(): void;
  stop(): Promise<void>;
}

/**
 * Starts an engine on a data folder, at most one per folder. Throws `StorageError` with the next step if the folder or
 * its database cannot be used.
 */
export async function startEngine(given: EngineOptions): Promise<Engine> {
  const { dataFolder } = given;
  const log = watchForDamage(given.log, dataFolder, given.onDamage);
  ensureFolder(dataFolder);
  const lock = lockFolder(dataFolder);
  let db: ReadDb | undefined;
  try {
    if (isSuspect(dataFolder)) log.info("Damage was found before: all of the database is checked first.");
    db = openStore(dataFolder, given.integrity);
    return await run({ ...given, log }, lock, db);
  } catch (error) {
    const damage = db === undefined ? null : asDamage(dataFolder, error);
    if (damage !== null) {
      given.log.error("The engine met damage in the database while it started.", error);
      rememberDamage(dataFolder, damage, given.log);
    }
    if (db !== undefined) closeStore(db);
    lock.release();
    throw damage ?? describeDiskProblem(error, dataFolder) ?? error;
  }
}

type Changed = Extract<EngineNews, { kind: "changed" }>["what"];

/** Parts that exist only once the engine runs; operations reach them through the context. */
interface RunningParts {
  background: Background | null;
  alerts: LocalAlerts;
  baseUrl: string;
  tell: (what: Changed) => void;
  services: Services | null;
}

function prepareContext(options: EngineOptions, db: ReadDb, parts: RunningParts, poster: Poster): AppContext {
  const clock = options.clock ?? systemClock;
  const { account, isNew } = ensureDefaultAccount(db, clock.now());
  const pages = startPages(db, options);
  const request: RequestContext = {
    db,
    clock,
    randomBytes: pooledRandom(),
    log: options.log,
    effects: {
      secrets: secretBox(options.secretKey ?? null),
      post: poster.post,
      nudge: (work: BackgroundWork) => {
        parts.background?.nudge(work);
        // The change may come from a script, and the window must show it.
        if (work === "schedules") parts.tell("schedules");
      },
      readAhead: (asked) => services.readAhead(asked),
    },
  };
  const services = startServices(request, {
    version: options.version,
    timeoutMs: options.serviceTimeoutMs,
    baseUrl: () => parts.baseUrl,
    onNews: (what) => parts.tell(what),
  });
  parts.services = services;
  const context: AppContext = {
    ...request,
    accountId: account.id,
    dataFolder: options.dataFolder,
    version: options.version,
    baseUrl: () => parts.baseUrl,
    sources: [sampleSource(clock, () => sampleSeedOf(db)), pages.source, services.source],
    visitor: pages.visitor,
    services: services.management,
    listener: () => parts.alerts.state(),
  };
  dropEphemeralKeys(db);
  sealOldSecrets(context);
  loadSampleIfNew(context, isNew && options.sample);
  return context;
}

async function run(options: EngineOptions, lock: FolderLock, db: ReadDb): Promise<Engine> {
  const parts: RunningParts = {
    background: null,
    alerts: noLocalAlerts,
    baseUrl: "",
    tell: () => undefined,
    services: null,
  };
  const poster = startPoster({
    timeoutMs: options.deliveryTimeoutMs ?? deliveryTimeoutMs,
    userAgent: `Tidemark/${options.version}`,
    localCertificate: () => parts.alerts.certificate(),
  });
  const context = prepareContext(options, db, parts, poster);
  const server = await startServer(context, options.port, options.publicOrigin ?? null);
  parts.baseUrl = baseUrlAt(server.port);
  announceFolder(options, lock, parts.baseUrl);
  const news = options.onNews ?? (() => undefined);
  if (options.listenerPort != null)
    parts.alerts = await startLocalAlerts(context, {
      accountId: context.accountId,
      firstPort: options.listenerPort,
      onAccepted: (entry) => news({ kind: "inbox", entry }),
    });
  parts.tell = calmNews((what) => news({ kind: "changed", what }));
  const workers = startWorkers(context, {
    hasListener: () => parts.alerts.certificate() !== null,
    onTold: (entry) => news({ kind: "inbox", entry }),
    onChanged: (what) => parts.tell(what),
  });
  parts.background = startBackground({ ...context, workers });
  options.log.info("The engine is ready.", { baseUrl: parts.baseUrl });
  const hostCalls = startHostCalls(context, () => {
    parts.tell("prices");
    parts.tell("schedules");
  });
  const stopHousekeeping = startHousekeeping(context);
  const integrityChecks = new IntegrityChecks({ ...context, firstCheckMs: options.integrity?.firstCheckMs });
  return {
    baseUrl: parts.baseUrl,
    dataFolder: options.dataFolder,
    call: (operation, input) => callOperation(context, operation, input),
    callHost: hostCalls.call,
    createRunKey: () =>
      createKey(context, context.accountId, { name: "this run", isReadOnly: false, isEphemeral: true }).key,
    wake: () => parts.background?.wake(),
    releaseMemory: () => void db.connection.pragma("shrink_memory"),
    stop: async () => {
      stopHousekeeping();
      parts.services?.stop();
      const stopped = parts.background?.stop();
      poster.close();
      await Promise.all([
        stopped,
        hostCalls.stop(),
        parts.alerts.close(),
        server.close(),
        integrityChecks.stop(),
      ]);
      dropEphemeralKeys(db);
      closeStore(db);
      lock.release();
    },
  };
}

function announceFolder({ clock }: EngineOptions, lock: FolderLock, baseUrl: string): void {
  lock.announce({
    pid: process.pid,
    base_url: baseUrl,
    clock_offset_ms: clock === undefined ? 0 : clock.now() - systemClock.now(),
  });
}
