import { mergePoints } from "../../db/price-history.js";
import { type StoredService, serviceById } from "../../db/service.js";
import {
  cadencesOf,
  enabledLinkOfOffer,
  linkOfProduct,
  linkOfUpstream,
  type OfferLink,
  offerOfUpstream,
  type ProductLink,
  saveProductLink,
} from "../../db/service-link.js";
import { type WriteDb, write } from "../../db/store.js";
import { DAY_MS, MINUTE_MS, utcDay } from "../../domain/clock.js";
import { toMinor } from "../../domain/money.js";
import { toAvailabilityCode } from "../../domain/price-point.js";
import { cadenceMs } from "../../domain/schedule-times.js";
import { hasBeenAway, joinSpans, spanOf } from "../../domain/service-freshness.js";
import { isUsable } from "../../domain/service-pause.js";
import type {
  ServiceQuestion,
  UpstreamOffer,
  UpstreamProduct,
} from "../../sources/service/service-client.js";
import type { CheckableOffer, CheckResult } from "../../sources/source.js";
import { announcerOf, askService, type ServiceContext } from "./ask-service.js";
import { pauseSentence } from "./describe.js";
import { enterProducts } from "./enter-products.js";

/** An upstream's offers of a product, or the failed check that results. */
type Told =
  | { readonly ok: true; readonly offers: ReadonlyMap<string, UpstreamOffer> }
  | { readonly ok: false; readonly result: CheckResult };

interface Run {
  readonly atMs: number;
  readonly told: Promise<Told>;
}

/** A run checks all offers of a product within this time, with one request. */
const sharedForMs = MINUTE_MS;
/** The contract's longest history window. */
const longestCatchUpMs = 366 * DAY_MS;

function failed(outcome: string, detail: string): Told & { readonly ok: false } {
  return { ok: false, result: { kind: "failed", outcome, detail } };
}

/** Checks offers that came from an upstream by querying it again. */
export class ServiceChecks {
  readonly #context: ServiceContext;
  readonly #runs = new Map<string, Run>();

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  async check({ publicId, currency }: CheckableOffer, signal: AbortSignal): Promise<CheckResult> {
    const { db, clock } = this.#context;
    const offer = enabledLinkOfOffer(db, publicId);
    const product = offer && linkOfProduct(db, offer.serviceId, offer.productId);
    const service = offer && serviceById(db, offer.serviceId);
    if (offer === undefined || product === undefined || service === undefined)
      return failed("gone", "The service that this offer came from is no longer connected.").result;
    const told = await this.#told(service, product, signal);
    return told.ok ? resultOf(service, offer, told.offers, currency, clock.now()) : told.result;
  }

  /** The product's current offers at the upstream. One request serves all of them. */
  #told(service: StoredService, product: ProductLink, signal: AbortSignal): Promise<Told> {
    const nowMs = this.#context.clock.now();
    for (const [key, { atMs }] of this.#runs)
      if (Math.abs(nowMs - atMs) >= sharedForMs) this.#runs.delete(key);
    const key = `${service.id} ${product.upstreamId}`;
    const underWay = this.#runs.get(key);
    if (underWay !== undefined) return underWay.told;
    const told = this.#ask(service, product, signal).then(
      (found) => this.#keepIfGood(key, found),
      (error: unknown) => {
        this.#runs.delete(key);
        throw error;
      },
    );
    this.#runs.set(key, { atMs: nowMs, told });
    return told;
  }

  /** A failure is not shared: the next check must query again. */
  #keepIfGood(key: string, told: Told): Told {
    if (!told.ok) this.#runs.delete(key);
    return told;
  }

  async #ask(service: StoredService, product: ProductLink, signal: AbortSignal): Promise<Told> {
    const { db, clock } = this.#context;
    const nowMs = clock.now();
    if (!isUsable(service, nowMs)) return failed("paused", pauseSentence(service, nowMs));
    const question = this.#question(product, nowMs);
    const reply = await askService(this.#context, service.id, question, { via: [], signal });
    if (reply === null) return failed("paused", `${service.name} cannot be queried now.`);
    if (!reply.ok) return failed(reply.failure.problem, reply.failure.detail);
    const { answer } = reply;
    const found =
      answer.kind === "products"
        ? answer.products.find(({ upstreamId }) => upstreamId === product.upstreamId)
        : undefined;
    if (found === undefined) return failed("gone", `${service.name} no longer lists this product.`);
    write(db, (tx) => {
      if (serviceById(tx, service.id) !== undefined) this.#enter(tx, product, question, found);
    });
    return { ok: true, offers: new Map(found.line.offers.map((offer) => [offer.id, offer])) };
  }

  /** Asks for the current offers; after downtime, also for their history in between. */
  #question({ upstreamId, productId, offersMs }: ProductLink, nowMs: number): ServiceQuestion {
    const intervals = cadencesOf(this.#context.db, productId).map((cadence) => cadenceMs[cadence]);
    const intervalMs = Math.min(DAY_MS * 7, ...intervals);
    if (offersMs === null || !hasBeenAway(offersMs, intervalMs, nowMs))
      return { kind: "offers", ids: [upstreamId] };
    const start = utcDay(Math.max(offersMs, nowMs - longestCatchUpMs));
    return { kind: "history", ids: [upstreamId], window: { start, end: utcDay(nowMs) } };
  }

  /**
   * Imports new offers whole, but only the past of known ones: their current price goes through the check,
   * which quarantines outliers and publishes changes.
   */
  #enter(tx: WriteDb, before: ProductLink, question: ServiceQuestion, found: UpstreamProduct): void {
    const announcer = announcerOf(this.#context);
    const { serviceId, upstreamId } = before;
    const isKnown = ({ id }: UpstreamOffer) => offerOfUpstream(tx, serviceId, id) !== undefined;
    const known = found.line.offers.filter(isKnown);
    const fresh = found.line.offers.filter((offer) => !isKnown(offer));
    const told = { ...found, line: { ...found.line, offers: fresh } };
    enterProducts(tx, announcer, serviceId, [told], { offers: true, history: null });
    if (question.kind !== "history") return;
    for (const offer of known) this.#catchUp(tx, serviceId, offer, announcer.nowMs);
    const link = linkOfUpstream(tx, serviceId, upstreamId);
    const span = spanOf(question.window, announcer.nowMs);
    if (link !== undefined && span !== null)
      saveProductLink(tx, { ...link, history: joinSpans(link.history, span) });
  }

  #catchUp(tx: WriteDb, serviceId: number, offer: UpstreamOffer, nowMs: number): void {
    const offerId = offerOfUpstream(tx, serviceId, offer.id);
    if (offerId === undefined) return;
    const points = offer.history
      .filter(({ price, currency }) => toMinor(price) > 0 && (currency ?? offer.currency) === offer.currency)
      .map(({ timestamp, price, availability }) => ({
        atMs: Date.parse(timestamp),
        priceMinor: toMinor(price),
        availability: toAvailabilityCode(availability),
      }))
      .filter(({ atMs }) => atMs <= nowMs);
    mergePoints(tx, offerId, points);
  }
}

function resultOf(
  { name }: StoredService,
  { upstreamOfferId }: OfferLink,
  offers: ReadonlyMap<string, UpstreamOffer>,
  currency: string,
  nowMs: number,
): CheckResult {
  const offer = offers.get(upstreamOfferId);
  if (offer === undefined) return failed("gone", `${name} no longer lists this offer.`).result;
  if (offer.currency !== currency)
    return failed("currency", `${name} now gives the price in ${offer.currency}, not in ${currency}.`).result;
  return {
    kind: "seen",
    priceMinor: toMinor(offer.price),
    availability: toAvailabilityCode(offer.availability),
    seenMs: offer.timestamp === undefined ? nowMs : Math.min(nowMs, Date.parse(offer.timestamp)),
  };
}
