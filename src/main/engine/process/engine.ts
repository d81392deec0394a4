import { randomFillSync } from "node:crypto";
import type { InboxEntry } from "../../../shared/app/alerts.js";
import type { WebSettings, WebStatus } from "../../../shared/app/web.js";
import type { CallResult, OperationName } from "../../../shared/calls.js";
import type { HostOperation, HostResult } from "../../../shared/data/host-operations.js";
import type { EngineEvent, PagePace } from "../../../shared/engine-process.js";
import { ensureFolder } from "../db/data-folder.js";
import { closeStore, type OpenOptions, openStore } from "../db/open.js";
import { describeDiskError, type StorageError } from "../db/storage-error.js";
import { countChanges, type ReadDb } from "../db/store.js";
import { isSuspect, toDamagedError } from "../db/suspect.js";
import { archiveGapMs } from "../domain/archived-page.js";
import { type Clock, systemClock } from "../domain/clock.js";
import { linkOrigin, loopbackBaseUrl } from "../http/address.js";
import type { OwnerCalls } from "../http/owner-api.js";
import { startServer } from "../http/server.js";
import { ensureDefaultAccount } from "../operations/account/accounts.js";
import { createKey, purgeEphemeralKeys } from "../operations/account/keys.js";
import { announceEntry } from "../operations/alerts/announce.js";
import type { AppContext } from "../operations/app-registry.js";
import { hasSample, loadSampleIfEmpty } from "../operations/catalogue/sample.js";
import { PictureStore } from "../operations/pages/pictures.js";
import { RateStore, ratesUrl } from "../operations/prices/exchange-rates.js";
import type { Logger, RandomBytes, RequestContext } from "../operations/request/context.js";
import { type Effects, noEffects, type WorkKind } from "../operations/request/effects.js";
import { createSecretBox, sealPlainSecrets } from "../operations/request/secret-box.js";
import type { TaskControl } from "../operations/request/task-control.js";
import { Scheduler } from "../scheduler/scheduler.js";
import type { Renderer } from "../sources/page/renderer.js";
import { sampleSource } from "../sources/sample/index.js";
import { canPostTo, deliveryTimeoutMs, type PublicAddressGuard } from "../webhooks/post-event.js";
import { createWebhookClient } from "../webhooks/webhook-client.js";
import { type BackgroundWorkers, startBackgroundWorkers } from "./background.js";
import { callOperation } from "./call.js";
import { createDamageDetectingLog, tryMarkSuspect } from "./damage-watch.js";
import { type FolderLock, isLogMissing, lockFolder } from "./folder-lock.js";
import { type FullCheck, startFullCheck } from "./full-check.js";
import { createHostCalls } from "./host-calls.js";
import { startHousekeeping } from "./housekeeping.js";
import { disabledAlerts, type LocalAlerts, startLocalAlerts } from "./local-alerts.js";
import { createPages } from "./pages.js";
import { createReader, directTextReaders, type TextReaders } from "./reader-pool.js";
import { type ChangeKind, throttleChanges } from "./timers.js";
import { createUpstreams, type Upstreams } from "./upstreams.js";
import { ServedWebPage } from "./web-page.js";
import { createWorkers } from "./workers.js";

const poolBytes = 8_192;

export interface EngineOptions {
  readonly dataFolder: string;
  readonly port: number;
  /** Origin of the user's reverse proxy, if there is one. */
  readonly publicOrigin?: string | null;
  /** Hosts (`host` or `host:port`) that webhooks may name beside a public origin, although they are not public. */
  readonly allowedWebhookHosts?: readonly string[];
  /** Load the sample market if the folder is new. */
  readonly sample: boolean;
  readonly version: string;
  readonly clock?: Clock;
  readonly log: Logger;
  /** Encrypts the secrets in the database; without it they are stored as plain text. */
  readonly secretKey?: Buffer | null;
  /** The first port to try for the app's own webhook listener; without it, alerts are recorded, but not announced. */
  readonly listenerPort?: number | null;
  readonly onEvent?: (event: EngineEvent) => void;
  /** Called when the database is found to be damaged or in another engine's use. The engine should then be stopped. */
  readonly onDamage?: (error: StorageError) => void;
  /** Max time that a receiver may take. Default: 10 s (decision 30). */
  readonly deliveryTimeoutMs?: number;
  /** Max time that an upstream may take. Default: a few seconds. */
  readonly upstreamTimeoutMs?: number;
  /** The pace of visits to shops. Default: a polite one. */
  readonly pagePace?: PagePace;
  /** Where exchange rates are fetched, if they are wanted. Default: the European Central Bank. */
  readonly ratesUrl?: string;
  /** Whether the computer has no network, so that checks of shops wait. Default: it has one. */
  readonly isOffline?: () => boolean;
  /** Opens pages in a hidden browser, if there is one. */
  readonly render?: Renderer;
  /** Where the window's page is served in this run, instead of where the saved settings say. */
  readonly web?: Partial<WebSettings>;
  /** The folder of the built page. */
  readonly pageFolder?: string;
  /** Why that browser does not run; `null` if it does, or would for the next page. */
  readonly browserProblem?: () => string | null;
  /** Lets tests check smaller files in the background, and sooner. */
  readonly integrity?: OpenOptions & { readonly fullCheckDelayMs?: number };
}

export interface Engine {
  readonly baseUrl: string;
  readonly dataFolder: string;
  /** Runs an operation on behalf of the default account. An expected failure is a value. Never rejects. */
  call<K extends OperationName>(operation: K, input: unknown): Promise<CallResult<K>>;
  /** Runs an operation that is reserved for the app's main process. Never rejects. */
  callHost<K extends HostOperation>(
    operation: K,
    input: unknown,
    control: TaskControl,
  ): Promise<HostResult<K>>;
  /** Where the window's page is served, without the schemas that a call loads. */
  webStatus(): WebStatus;
  /** Creates a key of the default account that is deleted when the engine stops. */
  createRunKey(): string;
  /** Looks for due work immediately. Call it when the computer wakes up or its clock is set. */
  wake(): void;
  /** Frees the database's caches. Call it when the engine is idle. */
  releaseMemory(): void;
  stop(): Promise<void>;
}

const missingLog =
  "Tidemark was ended while it ran, and the file tidemark.sqlite3-wal, which held its latest changes, is gone. If you have a copy of the whole folder, put it in its place while Tidemark does not run. Otherwise look whether your latest links, targets and rules are there.";

/**
 * Starts an engine on a data folder, at most one per folder. Throws `StorageError` with the next step if the folder or
 * its database cannot be used.
 */
export async function startEngine(engineOptions: EngineOptions): Promise<Engine> {
  const { dataFolder, integrity } = engineOptions;
  const log = createDamageDetectingLog(engineOptions.log, dataFolder, engineOptions.onDamage);
  ensureFolder(dataFolder);
  const lock = lockFolder(dataFolder);
  let db: ReadDb | undefined;
  try {
    if (isSuspect(dataFolder)) log.info("Damage was found earlier, so the whole database is checked first.");
    if (isLogMissing(dataFolder)) log.error("The latest changes are lost.", new Error(missingLog));
    db = openStore(dataFolder, integrity);
    return await startParts({ ...engineOptions, log }, lock, db);
  } catch (error) {
    const damage = db === undefined ? null : toDamagedError(dataFolder, error);
    if (damage !== null) {
      engineOptions.log.error("The engine found damage in the database while starting.", error);
      tryMarkSuspect(dataFolder, damage, engineOptions.log);
    }
    if (db !== undefined) closeStore(db);
    lock.release();
    throw damage ?? describeDiskError(error, dataFolder) ?? error;
  }
}

/** Parts that exist only once the engine runs; operations reach them through the context. */
interface RunningParts {
  /** Null until the server listens. */
  fullCheck: FullCheck | null;
  backgroundWorkers: BackgroundWorkers | null;
  scheduler: Scheduler | null;
  alerts: LocalAlerts;
  baseUrl: string;
  emitChange: (kind: ChangeKind) => void;
  upstreams: Upstreams | null;
  web: ServedWebPage | null;
}

function idleParts(): RunningParts {
  return {
    backgroundWorkers: null,
    scheduler: null,
    alerts: disabledAlerts,
    baseUrl: "",
    emitChange: () => undefined,
    upstreams: null,
    web: null,
    fullCheck: null,
  };
}

type ContextOptions = Omit<EngineOptions, "port" | "sample">;

/** Anyone with a key can create webhooks. On a public server, they must not reach the operator's private network. */
function webhookGuard({ publicOrigin, allowedWebhookHosts = [] }: ContextOptions): PublicAddressGuard | null {
  return publicOrigin == null ? null : { allowedHosts: new Set(allowedWebhookHosts) };
}

function createContext(
  options: ContextOptions,
  db: ReadDb,
  parts: RunningParts,
  own: {
    readonly accountId: number;
    readonly client: string;
    readonly post: Effects["post"];
    readonly texts: TextReaders;
  },
): AppContext {
  const clock = options.clock ?? systemClock;
  const isShared = own.client === "command";
  const pages = createPages(db, { ...options, clock, isShared, reader: own.texts.pageReader });
  const guard = webhookGuard(options);
  const requestContext: RequestContext = {
    db,
    clock,
    randomBytes: createPooledRandom(),
    log: options.log,
    effects: {
      secrets: createSecretBox(options.secretKey ?? null),
      post: own.post,
      canPostTo: (url) => canPostTo(url, guard),
      notify: async (notification) => {
        // Imported on demand: most engines have no channels.
        const { sendToChannel } = await import("../channels/send.js");
        return sendToChannel(notification, {
          userAgent: `Tidemark/${options.version}`,
          now: () => clock.now(),
        });
      },
      recognizeServer: async (address) => {
        const { recognizeServer } = await import("../channels/send.js");
        return recognizeServer(address, `Tidemark/${options.version}`);
      },
      wakeWorker: (work: WorkKind) => {
        parts.backgroundWorkers?.wakeWorker(work);
        // The change may come from a script, and the window must show it.
        if (work === "schedules" || work === "links") parts.emitChange(work);
        if (work === "links") parts.emitChange("lists");
      },
      fetchMissing: (request) => upstreams.fetchMissing(request),
    },
  };
  const upstreams = createUpstreams(requestContext, {
    version: options.version,
    timeoutMs: options.upstreamTimeoutMs,
    baseUrl: () => parts.baseUrl,
    onChange: (kind) => parts.emitChange(kind),
  });
  parts.upstreams = upstreams;
  const web = new ServedWebPage(requestContext, {
    ...options,
    publicOrigin: options.publicOrigin ?? null,
    settings: options.web,
    onDevicesChanged: () => parts.emitChange("devices"),
  });
  parts.web = web;
  const sources = [sampleSource(clock, () => hasSample(db)), pages.source, upstreams.source];
  return {
    ...requestContext,
    accountId: own.accountId,
    client: own.client,
    dataFolder: options.dataFolder,
    version: options.version,
    baseUrl: () => parts.baseUrl,
    sources,
    visitor: pages.visitor,
    archive: pages.archive,
    archiveGapMs: options.pagePace?.gapMs ?? archiveGapMs,
    reading: new Map(),
    readListFile: own.texts.readListFile,
    pictures: new PictureStore({
      ...requestContext,
      dataFolder: options.dataFolder,
      fetch: pages.fetchFile,
    }),
    rates: new RateStore({
      ...requestContext,
      dataFolder: options.dataFolder,
      fetch: pages.fetchFile,
      url: options.ratesUrl ?? ratesUrl,
    }),
    upstreams: upstreams.management,
    web,
    listenerState: () => parts.alerts.state(),
    isOffline: options.isOffline ?? (() => false),
    checkOffers: async (product) => parts.scheduler?.check(product),
  };
}

/** The context of a command on a folder without a running engine: no server, and no background work. */
export function createCommandContext(options: ContextOptions, db: ReadDb): AppContext {
  const parts = idleParts();
  const { account } = ensureDefaultAccount(db, (options.clock ?? systemClock).now());
  const own = { accountId: account.id, client: "command", post: noEffects.post, texts: directTextReaders };
  const context = createContext(options, db, parts, own);
  parts.scheduler = new Scheduler({ ...context, onEvent: () => undefined, onRunEnd: () => undefined });
  return context;
}

async function startParts(options: EngineOptions, lock: FolderLock, db: ReadDb): Promise<Engine> {
  const parts = idleParts();
  const webhookClient = createWebhookClient({
    timeoutMs: options.deliveryTimeoutMs ?? deliveryTimeoutMs,
    userAgent: `Tidemark/${options.version}`,
    localCertificate: () => parts.alerts.certificate(),
    guard: webhookGuard(options),
  });
  const { account, isNew } = ensureDefaultAccount(db, (options.clock ?? systemClock).now());
  const { reader, lookUpOnThread, findDamage, texts, stop: stopReader } = createReader(options);
  const { post } = webhookClient;
  const context = createContext(options, db, parts, { accountId: account.id, client: "window", post, texts });
  purgeEphemeralKeys(db);
  sealPlainSecrets(db, context.effects.secrets);
  if (isNew && options.sample) loadSampleIfEmpty(context);
  const serving: AppContext = reader === undefined ? context : { ...context, reader };
  const emitToDevices = throttleChanges((dataKind) => parts.web?.emit({ kind: "changed", dataKind }));
  const call: Engine["call"] = async (operation, input) => {
    const changesBefore = countChanges(db);
    const result = await callOperation(serving, operation, input);
    // The window knows what it has changed.
    if (countChanges(db) !== changesBefore) emitToDevices("all");
    // What comes back may be anything that the window shows.
    if (operation === "acts.undo" || operation === "acts.redo") parts.emitChange("all");
    return result;
  };
  const callAsOwner: OwnerCalls["call"] = async (operation, input, { client, ...readOptions }) => {
    const changesBefore = countChanges(db);
    const result = await callOperation({ ...serving, client }, operation, input, readOptions);
    // The window must show what a script or another device has changed.
    if (countChanges(db) !== changesBefore) parts.emitChange("all");
    return result;
  };
  const owner = { call: callAsOwner, onPairing: () => parts.emitChange("pairings") };
  const server = await startServer(
    {
      ...serving,
      owner,
      isCheckPending: () => parts.fullCheck?.isPending() ?? true,
      browserProblem: options.browserProblem,
    },
    options.port,
    options.publicOrigin ?? null,
  );
  parts.baseUrl = loopbackBaseUrl(server.port);
  announceEngine(options, lock, parts.baseUrl);
  const emit = (event: EngineEvent) => {
    options.onEvent?.(event);
    parts.web?.emit(event);
  };
  const announce = (entry: InboxEntry) => emit({ kind: "inbox", entry });
  if (options.listenerPort != null)
    parts.alerts = await startLocalAlerts(context, {
      accountId: context.accountId,
      firstPort: options.listenerPort,
      onAnnounced: (entryId) => announceEntry(context, entryId, announce),
      onAccepted: () => context.effects.wakeWorker("alerts"),
    });
  parts.emitChange = throttleChanges((kind) => emit({ kind: "changed", dataKind: kind }));
  const workers = createWorkers(context, {
    hasListener: () => parts.alerts.certificate() !== null,
    lookUpOnThread,
    announce,
    isHeard: () => options.listenerPort != null || parts.web?.isRunning() === true,
    onChanged: (kind) => parts.emitChange(kind),
  });
  parts.scheduler = workers.schedules;
  parts.backgroundWorkers = startBackgroundWorkers({
    ...context,
    workers,
    onExternalWrite: () => {
      // A command has no key.
      sealPlainSecrets(db, context.effects.secrets);
      // The window must show what it has changed.
      parts.upstreams?.reread();
      parts.emitChange("all");
    },
  });
  await parts.web?.start({
    context: serving,
    // Whoever reaches the page's port may ask to be paired: that raises no window.
    owner: { ...owner, onPairing: () => parts.emitChange("all") },
    docsOrigin: () => linkOrigin({ port: server.port, publicOrigin: options.publicOrigin ?? null }),
  });
  options.log.info("The engine is ready.", { baseUrl: parts.baseUrl });
  const hostCalls = createHostCalls(context, () => {
    parts.emitChange("prices");
    parts.emitChange("schedules");
  });
  const stopHousekeeping = startHousekeeping({ ...context, lock }, () => parts.emitChange("acts"));
  parts.fullCheck = startFullCheck({
    ...context,
    findDamage,
    delayMs: options.integrity?.fullCheckDelayMs,
  });
  return {
    baseUrl: parts.baseUrl,
    dataFolder: options.dataFolder,
    call,
    callHost: hostCalls.call,
    webStatus: () => context.web.status(),
    createRunKey: () => createKey(context, context.accountId, { name: "this run", isEphemeral: true }).key,
    wake: () => parts.backgroundWorkers?.wakeAll(),
    releaseMemory: () => void db.connection.pragma("shrink_memory"),
    stop: async () => {
      stopHousekeeping();
      parts.fullCheck?.stop();
      parts.upstreams?.stop();
      const stopped = parts.backgroundWorkers?.stop();
      webhookClient.close();
      const closing = [hostCalls.stop(), parts.alerts.close(), server.close(), parts.web?.stop()];
      await Promise.all([stopped, ...closing]);
      await stopReader();
      purgeEphemeralKeys(db);
      closeStore(db);
      lock.release();
    },
  };
}

function announceEngine({ clock }: EngineOptions, lock: FolderLock, baseUrl: string): void {
  lock.announce({
    pid: process.pid,
    base_url: baseUrl,
    clock_offset_ms: clock === undefined ? 0 : clock.now() - systemClock.now(),
  });
}

/** Cryptographic random bytes from a pool, so that one system call serves hundreds of request ids. */
export function createPooledRandom(): RandomBytes {
  const pool = Buffer.alloc(poolBytes);
  let used = poolBytes;
  return (count) => {
    if (count > poolBytes) return randomFillSync(Buffer.alloc(count));
    if (used + count > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    used += count;
    // A copy, because the next refill overwrites the pool.
    return Uint8Array.prototype.slice.call(pool, used - count, used);
  };
}
