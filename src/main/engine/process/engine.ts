import type { CallResult, OperationName } from "../../../shared/calls.js";
import type { HostOperation, HostResult } from "../../../shared/data/host-operations.js";
import type { EngineNews } from "../../../shared/engine-process.js";
import { secretBox } from "../crypto/secret-box.js";
import { ensureFolder } from "../db/data-folder.js";
import { closeStore, type OpenedDb, openStore } from "../db/open.js";
import { describeDiskProblem, type StorageError } from "../db/storage-error.js";
import type { ReadDb } from "../db/store.js";
import { forgetSums } from "../db/sums-file.js";
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
import { watchForDamage } from "./damage-watch.js";
import { type FolderLock, lockFolder } from "./folder-lock.js";
import { startHostCalls } from "./host-calls.js";
import { startHousekeeping } from "./housekeeping.js";
import { type LocalAlerts, noLocalAlerts, startLocalAlerts } from "./local-alerts.js";
import { type PagePace, startPages } from "./pages.js";
import { pooledRandom } from "./pooled-random.js";
import { type Services, startServices } from "./services.js";
import { SumsKeeper } from "./sums-keeper.js";
import { startWorkers } from "./workers.js";

export interface EngineOptions {
  readonly dataFolder: string;
  readonly port: number;
  /** Where a reverse proxy offers the API to other computers, if one does. */
  readonly publicOrigin?: string | null;
  /** Load the sample market if the folder is new. */
  readonly sample: boolean;
  readonly version: string;
  /** A database that was altered on the disk is opened as it is, and taken for what was written from then on. */
  readonly takeAltered?: boolean;
  readonly clock?: Clock;
  readonly log: Log;
  /** Seals the secrets in the database; without it they are kept as text. */
  readonly secretKey?: Buffer | null;
  /** Where the app's own webhook listener listens first; without it none runs. */
  readonly listenerPort?: number | null;
  readonly onNews?: (news: EngineNews) => void;
  /** The database turned out to be damaged; the engine is of no more use. */
  readonly onDamage?: (error: StorageError) => void;
  /** How long a receiver may take; the contract's 10 s unless told. */
  readonly deliveryTimeoutMs?: number;
  /** How long a connected service may take; a few seconds unless told. */
  readonly serviceTimeoutMs?: number;
  /** How shops are visited; politely unless told. */
  readonly pagePace?: PagePace;
  /** Opens pages in a hidden window, where somebody has one. */
  readonly render?: Renderer;
}

export interface Engine {
  readonly baseUrl: string;
  readonly dataFolder: string;
  /** Asks the engine on behalf of the default account; an expected failure is a value. Never rejects. */
  call<K extends OperationName>(operation: K, input: unknown): Promise<CallResult<K>>;
  /** Asks for what only the app's main process may ask for. Never rejects. */
  callHost<K extends HostOperation>(operation: K, input: unknown, work: LongWork): Promise<HostResult<K>>;
  /** A key of the default account that is gone when the engine ends. */
  createRunKey(): string;
  /** The computer woke up or its clock was set: what is due is looked for at once. */
  wake(): void;
  /** Nothing is going on: what the database keeps at hand for the next question is let go. */
  releaseMemory(): void;
  stop(): Promise<void>;
}

/**
 * Runs an engine on a folder: one a folder, on plain Node, without a window. Throws `StorageError` with the next
 * step where the folder or its database cannot be used.
 */
export async function startEngine(given: EngineOptions): Promise<Engine> {
  const damage = new AbortController();
  const onDamage = (error: StorageError) => {
    damage.abort();
    given.onDamage?.(error);
  };
  const options = { ...given, log: watchForDamage(given.log, given.dataFolder, onDamage) };
  ensureFolder(options.dataFolder);
  const lock = lockFolder(options.dataFolder);
  let db: OpenedDb | undefined;
  try {
    if (options.takeAltered) takeAsItIs(options);
    db = openStore(options.dataFolder);
    const { checkedMs, unproven } = db;
    const keepSums = () => new SumsKeeper({ ...options, unproven, checkedMs, damage: damage.signal });
    return await run(options, lock, db, keepSums);
  } catch (error) {
    if (db !== undefined) closeStore(db);
    lock.release();
    throw describeDiskProblem(error, options.dataFolder) ?? error;
  }
}

function takeAsItIs({ dataFolder, log }: EngineOptions): void {
  forgetSums(dataFolder);
  log.info("The database is opened as it is, whatever the disk has altered in it.");
}

type Changed = Extract<EngineNews, { kind: "changed" }>["dataKind"];

/** Parts that are there only once the engine runs; its operations reach them through the context. */
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
        // Whoever has changed what is watched, a script or the window: the window shows it.
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

async function run(
  options: EngineOptions,
  lock: FolderLock,
  db: ReadDb,
  keepSums: () => SumsKeeper,
): Promise<Engine> {
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
  parts.tell = calmNews((what) => news({ kind: "changed", dataKind: what }));
  const workers = startWorkers(context, {
    hasListener: () => parts.alerts.certificate() !== null,
    onTold: (entry) => news({ kind: "inbox", entry }),
    onChanged: (what) => parts.tell(what),
  });
  parts.background = startBackground({ ...context, workers });
  options.log.info("The engine answers.", { baseUrl: parts.baseUrl });
  const hostCalls = startHostCalls(context, () => {
    parts.tell("prices");
    parts.tell("schedules");
  });
  const stopHousekeeping = startHousekeeping(context);
  const sums = keepSums();
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
      await Promise.all([stopped, hostCalls.stop(), parts.alerts.close(), server.close(), sums.end()]);
      dropEphemeralKeys(db);
      closeStore(db);
      await sums.seal();
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
