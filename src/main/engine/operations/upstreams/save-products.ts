import { offerByPublicId } from "../../db/offer.js";
import { isSampleProduct, productById } from "../../db/product.js";
import { type ReadDb, type WriteDb, withSavepoint } from "../../db/store.js";
import {
  linkOfUpstream,
  type ProductLink,
  saveOfferLink,
  saveProductLink,
  saveUpstreamIdentifier,
} from "../../db/upstream-link.js";
import { planLookup } from "../../domain/identifier.js";
import { type CatalogueProduct, catalogueProduct } from "../../sources/catalogue/line.js";
import type { UpstreamProduct } from "../../sources/upstream/query.js";
import { findExistingProduct, importProduct, RejectedLineError } from "../catalogue/import-product.js";
import { resolveIdentifier } from "../products/resolve-identifiers.js";
import type { PublishContext } from "../webhooks/publish-event.js";
import { toOfferEntries } from "./local-offers.js";

/** The kinds of data in a response, to record how old each kind is. */
export interface ResponseContents {
  readonly offers: boolean;
  readonly history: boolean;
}

const productKeyShape = catalogueProduct.shape.service;

interface PlannedImport {
  readonly line: CatalogueProduct;
  /** The stored product that it matches. */
  readonly productId: number | null;
  /** Whether the product came from this upstream. */
  readonly isOrigin: boolean;
}

/** The line to import. If the product existed before the upstream returned it, the stored fields win. */
function planImport(
  db: ReadDb,
  { remoteId, line }: UpstreamProduct,
  link: ProductLink | undefined,
): PlannedImport {
  const upstreamLine: CatalogueProduct = {
    ...line,
    offers: [...line.offers],
    ...(productKeyShape.safeParse(remoteId).success ? { service: remoteId } : {}),
  };
  const productId = link?.productId ?? findExistingProduct(db, upstreamLine);
  const existing = productId === null ? undefined : productById(db, productId)?.product;
  if (productId === null || existing === undefined)
    return { line: upstreamLine, productId: null, isOrigin: true };
  const isOrigin = link?.isOrigin ?? false;
  const { match: _match, ...own } = existing;
  return {
    line: isOrigin ? { ...upstreamLine, service: own.service } : { ...upstreamLine, ...own },
    productId,
    isOrigin,
  };
}

function saveProduct(
  tx: WriteDb,
  publishContext: PublishContext,
  upstreamId: number,
  fetched: UpstreamProduct,
  contents: ResponseContents,
): void {
  const link = linkOfUpstream(tx, upstreamId, fetched.remoteId);
  const { line, productId: knownId, isOrigin } = planImport(tx, fetched, link);
  // The sample market keeps its own products, so that removing it removes them.
  if (knownId !== null && isSampleProduct(tx, knownId)) return;
  const entries = toOfferEntries(tx, upstreamId, knownId, fetched.line.offers, publishContext.nowMs);
  const offers = entries.map(({ offer }) => offer);
  const { productId } = importProduct(tx, { ...line, offers }, { ...publishContext, isSample: false });
  for (const { remoteId, publicId } of entries) {
    const offer = offerByPublicId(tx, publicId);
    if (offer !== undefined) saveOfferLink(tx, upstreamId, remoteId, offer.id);
  }
  const saved = { upstreamId, fetched, productId, isOrigin, contents };
  saveProductLink(tx, updatedLink(link, saved, publishContext.nowMs));
  saveMatchedIdentifier(tx, fetched, productId);
}

interface SavedProduct {
  readonly upstreamId: number;
  readonly fetched: UpstreamProduct;
  readonly productId: number;
  readonly isOrigin: boolean;
  readonly contents: ResponseContents;
}

function updatedLink(
  before: ProductLink | undefined,
  { upstreamId, fetched, productId, isOrigin, contents }: SavedProduct,
  nowMs: number,
): ProductLink {
  return {
    upstreamId,
    remoteId: fetched.remoteId,
    productId,
    isOrigin,
    productMs: nowMs,
    offersMs: contents.offers ? nowMs : (before?.offersMs ?? null),
    reviewMs: before?.reviewMs ?? null,
    historyUntilMs: contents.history ? nowMs : (before?.historyUntilMs ?? null),
  };
}

/** The upstream may match identifiers that the product itself does not list, such as a shop's link. */
function saveMatchedIdentifier(tx: WriteDb, { match, remoteId }: UpstreamProduct, productId: number): void {
  saveUpstreamIdentifier(tx, productId, { kind: "service_id", key: remoteId });
  if (match === null) return;
  const probe = planLookup(match.identifier).probes.find(({ by }) => by === match.by);
  if (probe === undefined || resolveIdentifier(tx, match.identifier)?.match.by === match.by) return;
  saveUpstreamIdentifier(tx, productId, probe);
}

/** Saves an upstream's products, each all or nothing; returns why some were rejected. */
export function saveProducts(
  tx: WriteDb,
  publishContext: PublishContext,
  upstreamId: number,
  products: readonly UpstreamProduct[],
  contents: ResponseContents,
): readonly string[] {
  const rejected: string[] = [];
  for (const product of products)
    try {
      withSavepoint(tx, () => saveProduct(tx, publishContext, upstreamId, product, contents));
    } catch (error) {
      if (!(error instanceof RejectedLineError)) throw error;
      rejected.push(error.message);
    }
  return rejected;
}
