import { DAY_MS, MINUTE_MS } from "../../../../shared/time.js";
import { mergePoints } from "../../db/prices/price-history.js";
import { type WriteDb, write } from "../../db/store.js";
import { type StoredUpstream, upstreamById } from "../../db/upstreams/upstream.js";
import {
  cadencesOfProduct,
  enabledLinkOfOffer,
  linkOfProduct,
  linkOfUpstream,
  type OfferLink,
  offerOfUpstream,
  type ProductLink,
  saveProductLink,
} from "../../db/upstreams/upstream-link.js";
import { toMinor } from "../../domain/money.js";
import { toAvailabilityCode } from "../../domain/price-point.js";
import { cadenceMs } from "../../domain/schedule-times.js";
import { hasMissedFetch } from "../../domain/upstream-freshness.js";
import { isUsable } from "../../domain/upstream-pause.js";
import { type CheckableOffer, type CheckResult, failedCheck } from "../../sources/source.js";
import type { UpstreamOffer, UpstreamProduct, UpstreamQuery } from "../../sources/upstream/query.js";
import { parseHistory } from "../catalogue/import-product.js";
import { createPublishContext } from "../webhooks/publish-event.js";
import { historySince } from "./missing-data.js";
import { describePause, queryUpstream, type UpstreamContext } from "./query-upstream.js";
import { saveProducts } from "./save-products.js";

/** An upstream's offers of a product, or the failed check that results. */
type FetchedOffers = Map<string, UpstreamOffer> | CheckResult;

/** How long a fetch is shared: a run checks all offers of a product within this time. */
const sharedForMs = MINUTE_MS;

/** Checks offers that came from an upstream by querying it again. */
export class UpstreamChecks {
  readonly #context: UpstreamContext;
  readonly #sharedFetches = new Map<
    string,
    { readonly atMs: number; readonly result: Promise<FetchedOffers> }
  >();

  constructor(context: UpstreamContext) {
    this.#context = context;
  }

  async check({ publicId, currency }: CheckableOffer, signal: AbortSignal): Promise<CheckResult> {
    const { db, clock } = this.#context;
    const offer = enabledLinkOfOffer(db, publicId);
    const product = offer && linkOfProduct(db, offer.upstreamId, offer.productId);
    const upstream = offer && upstreamById(db, offer.upstreamId);
    if (offer === undefined || product === undefined || upstream === undefined)
      return failedCheck("gone", "The service that this offer came from is no longer connected.");
    const fetched = await this.#fetchProduct(upstream, product, signal);
    return fetched instanceof Map
      ? offerCheckResult(upstream, offer, fetched, currency, clock.now())
      : fetched;
  }

  /** The product's current offers at the upstream. One request serves all of them. */
  #fetchProduct(upstream: StoredUpstream, product: ProductLink, signal: AbortSignal): Promise<FetchedOffers> {
    const nowMs = this.#context.clock.now();
    for (const [key, { atMs }] of this.#sharedFetches)
      if (Math.abs(nowMs - atMs) >= sharedForMs) this.#sharedFetches.delete(key);
    const key = `${upstream.id} ${product.remoteId}`;
    const inProgress = this.#sharedFetches.get(key);
    if (inProgress !== undefined) return inProgress.result;
    const result = this.#queryProduct(upstream, product, signal);
    this.#sharedFetches.set(key, { atMs: nowMs, result });
    // After a failure, the next check must query again.
    void result
      .then((fetched) => fetched instanceof Map || this.#sharedFetches.delete(key))
      .catch(() => this.#sharedFetches.delete(key));
    return result;
  }

  async #queryProduct(
    upstream: StoredUpstream,
    product: ProductLink,
    signal: AbortSignal,
  ): Promise<FetchedOffers> {
    const { db, clock } = this.#context;
    const nowMs = clock.now();
    if (!isUsable(upstream, nowMs)) return failedCheck("paused", describePause(upstream, nowMs));
    const query = this.#buildQuery(product, nowMs);
    const response = await queryUpstream(this.#context, upstream.id, query, signal);
    if (response === null) return failedCheck("paused", `${upstream.name} cannot be queried now.`);
    if (!response.ok) return failedCheck(response.failure.problem, response.failure.detail);
    const { data } = response;
    const found =
      data.kind === "products"
        ? data.products.find(({ remoteId }) => remoteId === product.remoteId)
        : undefined;
    if (found === undefined) return failedCheck("gone", `${upstream.name} no longer lists this product.`);
    write(db, (tx) => {
      if (upstreamById(tx, upstream.id) !== undefined) this.#saveProduct(tx, product, query, found);
    });
    return new Map(found.line.offers.map((offer) => [offer.id, offer]));
  }

  /** Queries the current offers and, after downtime, the history missed meanwhile. */
  #buildQuery({ remoteId, productId, offersMs }: ProductLink, nowMs: number): UpstreamQuery {
    const intervals = cadencesOfProduct(this.#context.db, productId).map((cadence) => cadenceMs[cadence]);
    const intervalMs = Math.min(DAY_MS * 7, ...intervals);
    if (offersMs === null || !hasMissedFetch(offersMs, intervalMs, nowMs))
      return { kind: "offers", ids: [remoteId] };
    return historySince([remoteId], offersMs, nowMs);
  }

  /**
   * Imports new offers completely, but only the history of known ones: their current price goes through the
   * check, which quarantines outliers and publishes changes.
   */
  #saveProduct(tx: WriteDb, before: ProductLink, query: UpstreamQuery, found: UpstreamProduct): void {
    const publishContext = createPublishContext(this.#context);
    const { upstreamId, remoteId } = before;
    const isKnown = ({ id }: UpstreamOffer) => offerOfUpstream(tx, upstreamId, id) !== undefined;
    const known = found.line.offers.filter(isKnown);
    const newOffers = found.line.offers.filter((offer) => !isKnown(offer));
    const newOffersProduct = { ...found, line: { ...found.line, offers: newOffers } };
    saveProducts(tx, publishContext, upstreamId, [newOffersProduct], { offers: true, history: false });
    if (query.kind !== "history") return;
    for (const offer of known) this.#mergeHistory(tx, upstreamId, offer, publishContext.nowMs);
    const link = linkOfUpstream(tx, upstreamId, remoteId);
    if (link !== undefined && link.historyUntilMs !== null)
      saveProductLink(tx, { ...link, historyUntilMs: publishContext.nowMs });
  }

  #mergeHistory(tx: WriteDb, upstreamId: number, offer: UpstreamOffer, nowMs: number): void {
    const offerId = offerOfUpstream(tx, upstreamId, offer.id);
    if (offerId === undefined) return;
    const { points } = parseHistory(offer, offer.currency);
    const past = points.filter(({ atMs }) => atMs <= nowMs);
    mergePoints(tx, offerId, past);
  }
}

function offerCheckResult(
  { name }: StoredUpstream,
  { remoteId }: OfferLink,
  offers: ReadonlyMap<string, UpstreamOffer>,
  currency: string,
  nowMs: number,
): CheckResult {
  const offer = offers.get(remoteId);
  if (offer === undefined) return failedCheck("gone", `${name} no longer lists this offer.`);
  if (offer.currency !== currency)
    return failedCheck("currency", `${name} now gives the price in ${offer.currency}, not in ${currency}.`);
  return {
    kind: "seen",
    priceMinor: toMinor(offer.price),
    availability: toAvailabilityCode(offer.availability),
    seenMs: offer.timestamp === undefined ? nowMs : Math.min(nowMs, Date.parse(offer.timestamp)),
  };
}
