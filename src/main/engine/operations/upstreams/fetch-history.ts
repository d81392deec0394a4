import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { Product } from "../../../../shared/contract/product.js";
import {
  isSampleProduct,
  productById,
  productIdByKey,
  type StoredProduct,
} from "../../db/products/product.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { allUpstreams, type StoredUpstream, upstreamById } from "../../db/upstreams/upstream.js";
import {
  enabledLinkOfProduct,
  linkOfUpstream,
  type ProductLink,
  saveProductLink,
} from "../../db/upstreams/upstream-link.js";
import { parseAsin } from "../../domain/asin.js";
import { historyCost } from "../../domain/cost.js";
import { toGtin14 } from "../../domain/gtin.js";
import { normaliseCode } from "../../domain/identifier.js";
import { missCacheMs } from "../../domain/upstream-freshness.js";
import { isUsable } from "../../domain/upstream-pause.js";
import type { UpstreamData, UpstreamProduct } from "../../sources/upstream/query.js";
import { type ActingContext, aboutProduct, act } from "../acts/perform-act.js";
import { refuse } from "../request/contract-error.js";
import { historySince, maxHistoryDays } from "./missing-data.js";
import { describePause, queryUpstream, type UpstreamContext } from "./query-upstream.js";
import type { RecentQueries } from "./read-through.js";
import { saveResponse } from "./save-products.js";

interface HistoryContext extends UpstreamContext {
  /** Services that do not know a product. */
  readonly misses: RecentQueries;
}

export type Owner = Pick<ActingContext, "accountId" | "client">;

/** What a service would be asked for. */
interface Question {
  readonly product: StoredProduct;
  readonly upstream: StoredUpstream;
  readonly identifier: string;
  /** Null for a product that the service is not yet known to have. */
  readonly link: ProductLink | null;
}

type Identified = Pick<Product, "barcode" | "marketplace" | "brand" | "mpn" | "model">;

/** By brand, because makers share part numbers. */
function partNumber({ brand, mpn, model }: Identified): string | null {
  const code = mpn ?? model;
  return brand === undefined || code === undefined ? null : `${brand.toLowerCase()} ${normaliseCode(code)}`;
}

function asinOf({ marketplace }: Identified): string | null {
  return marketplace === undefined ? null : parseAsin(marketplace);
}

/** The number by which a service is asked for a product of the shopper's own; null if it has none. */
function identifierOf(product: Identified): string | null {
  if (toGtin14(product.barcode) !== null) return product.barcode ?? null;
  return asinOf(product) ?? (partNumber(product) === null ? null : (product.mpn ?? product.model ?? null));
}

/** Whether two products are one by the best number that both have: another barcode is another product. */
export function isSameByNumber(one: Identified, other: Identified): boolean {
  const pairs = [
    [toGtin14(one.barcode), toGtin14(other.barcode)],
    [asinOf(one), asinOf(other)],
    [partNumber(one), partNumber(other)],
  ];
  const known = pairs.find(([own, theirs]) => own != null && theirs != null);
  return known !== undefined && known[0] === known[1];
}

function findQuestion({ db, clock, misses }: HistoryContext, productKey: string): Question | null {
  const id = productIdByKey(db, productKey);
  const product = id === undefined ? undefined : productById(db, id);
  if (product === undefined) return null;
  const link = enabledLinkOfProduct(db, product.id) ?? null;
  if (link !== null) {
    const upstream = upstreamById(db, link.upstreamId);
    const isFetched = upstream === undefined || link.historyUntilMs !== null;
    return isFetched ? null : { product, upstream, identifier: link.remoteId, link };
  }
  const identifier = isSampleProduct(db, product.id) ? null : identifierOf(product.product);
  if (identifier === null) return null;
  const nowMs = clock.now();
  const upstream = allUpstreams(db).find(
    (each) => isUsable(each, nowMs) && !misses.has(`${each.id} ${identifier}`, nowMs),
  );
  return upstream === undefined ? null : { product, upstream, identifier, link };
}

function toOffer({ upstream, identifier, link }: Question) {
  return {
    service: upstream.name,
    credits: historyCost(1, false, maxHistoryDays),
    credits_remaining: upstream.creditsRemaining,
    asks: link === null ? identifier : null,
  };
}

/** The service's product that is the shopper's, unless it is another entry here already. */
function findSame(db: ReadDb, { product, upstream }: Question, data: UpstreamData): UpstreamProduct | null {
  if (data.kind !== "products") return null;
  const isFree = ({ remoteId }: UpstreamProduct) =>
    (linkOfUpstream(db, upstream.id, remoteId)?.productId ?? product.id) === product.id;
  return data.products.find((each) => isSameByNumber(product.product, each.line) && isFree(each)) ?? null;
}

/** Ties the shopper's product to the service's, whose own fields then do not replace the shopper's. */
function join(tx: WriteDb, { product, upstream }: Question, { remoteId }: UpstreamProduct): void {
  const unread = { productMs: null, offersMs: null, reviewMs: null, historyUntilMs: null };
  const ids = { upstreamId: upstream.id, remoteId, productId: product.id };
  saveProductLink(tx, { ...ids, isOrigin: false, ...unread });
}

/**
 * Asks a service for a product's past year and offers. They cost credits, and a product of the shopper's own is named to no
 * service, so only the shopper starts it; from then on, new days are added.
 */
export async function fetchServiceHistory(
  context: HistoryContext,
  owner: Owner,
  request: AppRequest<"upstreams.history">,
): Promise<AppOutput<"upstreams.history">> {
  const { db, clock, misses } = context;
  const question = findQuestion(context, request.product_key);
  if (question === null) return { offer: null, unknown_to: null, act_id: null };
  if (!request.fetch) return { offer: toOffer(question), unknown_to: null, act_id: null };
  const { upstream, identifier, link } = question;
  const query = historySince([identifier], 0, clock.now());
  const response = await queryUpstream(context, upstream.id, query);
  if (response === null || !response.ok)
    throw refuse(
      "historyNotFetched",
      response?.failure.problem ?? "paused",
      response?.failure.detail ?? describePause(upstreamById(db, upstream.id) ?? upstream, clock.now()),
    );
  const same = link === null ? findSame(db, question, response.data) : null;
  if (link === null && same === null) {
    misses.remember(`${upstream.id} ${identifier}`, clock.now() + missCacheMs);
    return { offer: null, unknown_to: upstream.name, act_id: null };
  }
  const data: UpstreamData = same === null ? response.data : { kind: "products", products: [same] };
  const save = act("upstreams.history", aboutProduct, (tx) => {
    const current = upstreamById(tx, upstream.id);
    if (current !== undefined && same !== null) join(tx, question, same);
    if (current !== undefined) saveResponse(context, tx, current, query, data);
    return { offer: null, unknown_to: null };
  });
  const saved = save({ ...context, ...owner }, request);
  context.onChange("prices");
  return saved;
}
