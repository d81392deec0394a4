import type { ListenerState } from "../../../shared/app/alerts.js";
import {
  type AppOperation,
  type AppOutput,
  type AppRequest,
  appOperations,
} from "../../../shared/app/operations.js";
import { defaultAccountName } from "../db/accounts/account.js";
import { keysOfAccount } from "../db/accounts/api-key.js";
import { databaseBytes } from "../db/data-folder.js";
import { countOffers } from "../db/prices/offer.js";
import { countPoints } from "../db/prices/price-history.js";
import { countProducts } from "../db/products/product.js";
import { tagCounts } from "../db/products/tag.js";
import { cleanTexts } from "../domain/clean-text.js";
import type { ArchiveFetch } from "../sources/archive/archive.js";
import type { PageVisitor } from "../sources/page/visitor.js";
import type { Source } from "../sources/source.js";
import { accountSummary } from "./account/accounts.js";
import { createKey, revokeApiKey } from "./account/keys.js";
import { listActs, redoAct, undoAct } from "./acts/acts.js";
import { listInbox, listInboxOfProduct, listProblems, markInbox, removeFromInbox } from "./alerts/inbox.js";
import { listRules, removeRules, saveRule, snoozeProduct } from "./alerts/rules.js";
import { saveManyRules } from "./alerts/save-many-rules.js";
import { cancelJob, listJobs } from "./batch/batch.js";
import { hasSample, loadSample, removeSample } from "./catalogue/sample.js";
import { pickSampleTour } from "./catalogue/sample-tour.js";
import { listChannelDeliveries, listChannels, removeChannel, saveChannel } from "./channels/channels.js";
import { testChannel } from "./channels/test-channel.js";
import type { WebPage } from "./devices/devices.js";
import { listDevices } from "./devices/devices.js";
import { confirmPairing, listPairings, refuseWaiting } from "./extension/pairing.js";
import { findVisited, readVisited, recordVisited } from "./extension/visits.js";
import {
  addLinks,
  answerLinks,
  dismiss,
  enterLink,
  listLinks,
  type Reading,
  waitForLinks,
} from "./intake/links.js";
import { checkFollowed, followPage } from "./lists/follow.js";
import { importList, previewList } from "./lists/import-list.js";
import { allLists, cancelImport, decideEntries, listEntries, removeList } from "./lists/lists.js";
import type { ListFileReader } from "./lists/read-file.js";
import { enterPrice, teachPage } from "./pages/add-link.js";
import { allowedHosts, allowHost } from "./pages/allowed-hosts.js";
import type { PictureStore } from "./pages/pictures.js";
import {
  exportRecipes,
  importRecipes,
  listRecipes,
  locateClickedPrice,
  removeRecipe,
  storeRecipe,
  testRecipe,
} from "./pages/recipes.js";
import { listShops, renameShop } from "./pages/shops.js";
import {
  fetchHistory,
  forgetSamples,
  readConsent,
  readSamples,
  setConsent,
} from "./prices/archived-prices.js";
import { bringPrices } from "./prices/bring-prices.js";
import { countTerm, readPaying } from "./prices/count-terms.js";
import type { RateStore } from "./prices/exchange-rates.js";
import { editHistory, listEdits, settleClick } from "./prices/history-edits.js";
import { historyReads, isHeavyHistoryRead, isHistoryRead } from "./prices/history-reads.js";
import { acceptHeldPrice } from "./prices/record.js";
import { findShops, readEngine, setEngine } from "./products/find-shops.js";
import {
  listMerged,
  mergeProducts,
  removeOffers,
  renameProduct,
  splitProduct,
} from "./products/group-offers.js";
import { readHistoryBefore } from "./products/read-offers.js";
import { removeProducts } from "./products/remove.js";
import { correctSpelling } from "./products/search.js";
import { similarProducts } from "./products/similar.js";
import { readTerms, setSize } from "./products/terms.js";
import type { RequestContext } from "./request/context.js";
import { ContractError, invalidParams, parameterError } from "./request/contract-error.js";
import type { ReadOptions, RenderedResult } from "./request/heavy-read.js";
import type { UpstreamManagement } from "./upstreams/manage.js";
import { checkProduct, type WatchedBy } from "./watch/check-product.js";
import { exportWatchList } from "./watch/export-watch-list.js";
import { listUnwatched, listWatched, pagesOfRows, watchedRows } from "./watch/list.js";
import { listPurchases, removePurchase, savePurchase } from "./watch/purchases.js";
import { scheduleOverview } from "./watch/schedule-overview.js";
import { checkNow, putWatched, stopWatching } from "./watch/schedules.js";
import { listSparklines } from "./watch/sparklines.js";
import { changeTags } from "./watch/tags.js";
import { readDeliveries } from "./webhooks/read-deliveries.js";
import { resendEvent, rotateSecret } from "./webhooks/webhooks.js";

/** Dependencies of the app's own operations beyond the request context. */
export interface AppContext extends RequestContext {
  readonly accountId: number;
  /** Who acts: `window`, `command`, or the id of an owner key. */
  readonly client: string;
  readonly dataFolder: string;
  readonly baseUrl: () => string;
  readonly version: string;
  readonly sources: readonly Source[];
  readonly visitor: PageVisitor;
  readonly archive: ArchiveFetch;
  /** The pause between two requests to archives. */
  readonly archiveGapMs: number;
  readonly reading: Reading;
  readonly readListFile: ListFileReader;
  readonly pictures: PictureStore;
  readonly rates: RateStore;
  /** Loaded on first use. */
  readonly upstreams: () => Promise<UpstreamManagement>;
  /** The window's page for other devices. */
  readonly web: WebPage;
  /** The state of the app's own webhook listener. */
  readonly listenerState: () => ListenerState;
  /** Whether the computer has no network, so that visits on the internet wait. */
  readonly isOffline: () => boolean;
  /** Checks a product's offers now, and resolves once the results are stored. */
  readonly checkOffers: (product: WatchedBy) => Promise<void>;
}

type Handlers = {
  readonly [K in AppOperation]: (
    context: AppContext,
    request: AppRequest<K>,
  ) => AppOutput<K> | Promise<AppOutput<K>>;
};

const handlers: Handlers = {
  ...historyReads,
  "app.info": (context) => ({
    base_url: context.baseUrl(),
    data_folder: context.dataFolder,
    database_bytes: databaseBytes(context.dataFolder),
    products: countProducts(context.db),
    offers: countOffers(context.db),
    points: countPoints(context.db),
    has_sample: hasSample(context.db),
    version: context.version,
    pid: process.pid,
  }),
  "account.show": (context) => {
    const account = accountSummary(context.db, defaultAccountName, context.clock.now());
    if (account === null) throw new Error("The default account does not exist.");
    return account;
  },
  "keys.list": (context) => ({ keys: keysOfAccount(context.db, context.accountId) }),
  "keys.create": (context, { name, read_only: isReadOnly, owner: isOwner }) =>
    createKey(context, context.accountId, { name, isReadOnly, isOwner }),
  "keys.revoke": (context, { id }) => ({ revoked: revokeApiKey(context, context.accountId, id) }),
  "sample.load": (context, { currency }) => ({ products: loadSample(context, { currency }) }),
  "sample.tour": pickSampleTour,
  "sample.remove": (context) => ({ products: removeSample(context) }),
  "pairings.list": listPairings,
  "pairings.confirm": confirmPairing,
  "pairings.refuse": refuseWaiting,
  "visits.find": findVisited,
  "visits.read": readVisited,
  "visits.record": recordVisited,
  "links.add": addLinks,
  "links.list": listLinks,
  "links.wait": waitForLinks,
  "links.answer": answerLinks,
  "links.enter": enterLink,
  "links.dismiss": dismiss,
  "acts.undo": undoAct,
  "acts.redo": redoAct,
  "acts.list": listActs,
  "history.before": ({ db }, request) => readHistoryBefore(db, request),
  "history.edits": ({ db }, { product_key: productKey }) => ({ edits: listEdits(db, productKey) }),
  "history.edit": editHistory,
  "history.bring": bringPrices,
  "history.fetch": fetchHistory,
  "history.samples": readSamples,
  "history.forget": forgetSamples,
  "history.consent": readConsent,
  "history.set_consent": setConsent,
  "shops.engine": readEngine,
  "shops.set_engine": setEngine,
  "shops.find": findShops,
  "products.similar": similarProducts,
  "products.merged": ({ db }, request) => listMerged(db, request),
  "products.merge": mergeProducts,
  "products.split": splitProduct,
  "products.rename": renameProduct,
  "offers.remove": removeOffers,
  "pages.hosts": ({ db }) => ({ hosts: [...allowedHosts(db)] }),
  "pages.allow": allowHost,
  "rates.read": async ({ rates }) => ({ rates: await rates.read() }),
  "pictures.keep": async ({ pictures }, { url }) => ({ file: await pictures.keep(url) }),
  "shops.list": ({ db }) => listShops(db),
  "shops.rename": renameShop,
  "offers.terms": readTerms,
  "prices.enter": enterPrice,
  "prices.accept": acceptHeldPrice,
  "prices.teach": (context, request) => teachPage(context, context.visitor, request),
  "prices.settle_click": settleClick,
  "products.set_size": setSize,
  "paying.read": ({ db }) => readPaying(db),
  "paying.count": countTerm,
  "recipes.list": ({ db }) => listRecipes(db),
  "recipes.save": storeRecipe,
  "recipes.locate": ({ visitor }, request) => locateClickedPrice(visitor.reader, request),
  "recipes.test": ({ visitor }, request) => testRecipe(visitor.reader, request),
  "recipes.remove": removeRecipe,
  "recipes.export": ({ db }, request) => exportRecipes(db, request),
  "recipes.import": importRecipes,
  "inbox.list": ({ db }, request) => listInbox(db, request),
  "alerts.of_product": ({ db }, request) => listInboxOfProduct(db, request),
  "alerts.problems": ({ db }) => listProblems(db),
  "inbox.mark": markInbox,
  "inbox.remove": removeFromInbox,
  "jobs.list": listJobs,
  "jobs.cancel": cancelJob,
  "webhooks.deliveries": ({ db, accountId }, request) => readDeliveries(db, accountId, request),
  "webhooks.resend": resendEvent,
  "webhooks.rotate": rotateSecret,
  "webhooks.listener": (context) => context.listenerState(),
  "schedules.overview": scheduleOverview,
  "schedules.check": checkNow,
  "rules.list": ({ db, clock }, request) => listRules(db, clock.now(), request),
  "rules.save": saveRule,
  "rules.save_many": saveManyRules,
  "rules.remove": removeRules,
  "rules.snooze": snoozeProduct,
  "purchases.save": savePurchase,
  "purchases.remove": removePurchase,
  "purchases.list": listPurchases,
  "upstreams.list": async ({ upstreams }) => (await upstreams()).list(),
  "upstreams.add": async ({ upstreams }, request) => (await upstreams()).add(request),
  "upstreams.update": async ({ upstreams }, request) => (await upstreams()).change(request),
  "upstreams.remove": async ({ upstreams }, request) => (await upstreams()).remove(request),
  "upstreams.test": async ({ upstreams }, request) => (await upstreams()).test(request),
  "upstreams.history": async (context, request) => (await context.upstreams()).history(request, context),
  "channels.list": (context) => ({ channels: listChannels(context) }),
  "channels.save": saveChannel,
  "channels.remove": removeChannel,
  "channels.test": testChannel,
  "channels.deliveries": listChannelDeliveries,
  "tags.list": ({ db, accountId }) => ({ tags: tagCounts(db, accountId) }),
  "tags.change": changeTags,
  "products.remove": removeProducts,
  "products.check": checkProduct,
  "products.spelling": correctSpelling,
  "watch.list": listWatched,
  "watch.rows": watchedRows,
  "watch.pages": pagesOfRows,
  "watch.unwatched": listUnwatched,
  "watch.stop": stopWatching,
  "watch.put": putWatched,
  "watch.sparklines": listSparklines,
  "watch.export": exportWatchList,
  "web.status": ({ web }) => web.status(),
  "web.configure": ({ web }, request) => web.configure(request),
  "web.start_pairing": ({ web }) => web.startPairing(),
  "web.list": listDevices,
  "web.revoke": ({ web }, { id }) => ({ revoked: web.revoke(id) }),
  "lists.preview": previewList,
  "lists.import": importList,
  "lists.all": allLists,
  "lists.entries": listEntries,
  "lists.cancel": cancelImport,
  "lists.remove": removeList,
  "lists.follow": followPage,
  "lists.check": checkFollowed,
  "lists.decide": decideEntries,
};

/** The path of the first field of an input that its schema has left out; null if it has read all. */
function unreadField(input: unknown, read: unknown): string | null {
  if (typeof input !== "object" || typeof read !== "object" || input === null || read === null) return null;
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(read, name)) return name;
    const within = unreadField(value, (read as Record<string, unknown>)[name]);
    if (within !== null) return `${name}.${within}`;
  }
  return null;
}

/**
 * Runs one of the app's own operations, which only the owner can call. A heavy one returns a `RenderedResult` if its form
 * is `json`. Throws `ContractError`.
 */
export async function performAppOperation<K extends AppOperation>(
  context: AppContext,
  operation: K,
  input: unknown,
  { form = "object", isStrict = false, signal }: ReadOptions = {},
): Promise<AppOutput<K> | RenderedResult> {
  const parsed = appOperations[operation].input.safeParse(input);
  if (!parsed.success) {
    const { message, reason } = parameterError(parsed.error, input);
    throw new ContractError("ERR_INVALID_PARAMS", message, { ...(reason && { reason }) });
  }
  const unread = isStrict ? unreadField(input, parsed.data) : null;
  // A misspelled field of a program would silently do something else than it wants.
  if (unread !== null)
    throw invalidParams(
      `The operation ${operation} has no parameter '${unread}'.`,
      "Check its name in /app/v1/openapi.json.",
    );
  const data = cleanTexts(parsed.data);
  const { reader, accountId, clock } = context;
  // The maps tie schemas and results to operations by their names; the compiler cannot see that through a type parameter.
  if (reader === undefined || !isHistoryRead(operation) || !isHeavyHistoryRead(context.db, data as never))
    return handlers[operation](context, data as AppRequest<K>);
  const caller = { kind: "owner", accountId } as const;
  const read = { operation, input: data, caller, nowMs: clock.now(), form };
  return (await reader.read(read, signal?.())).result as AppOutput<K> | RenderedResult;
}
