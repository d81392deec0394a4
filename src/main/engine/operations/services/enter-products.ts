import { offerByPublicId } from "../../db/offer.js";
import { isSampleProduct, productById } from "../../db/product.js";
import {
  formerUpstreamIds,
  linkOfUpstream,
  type ProductLink,
  saveOfferLink,
  saveProductLink,
  saveServiceIdentifier,
} from "../../db/service-link.js";
import { attempt, type ReadDb, type WriteDb } from "../../db/store.js";
import { planIdentifier } from "../../domain/identifier.js";
import { joinSpans, type TimeSpan } from "../../domain/service-freshness.js";
import { type CatalogueProduct, catalogueProduct } from "../../sources/catalogue/line.js";
import type { UpstreamProduct } from "../../sources/service/service-client.js";
import type { Announcer } from "../announce.js";
import { findExisting, ImportRefusal, importProduct } from "../import-product.js";
import { resolveIdentifier } from "../resolve-identifiers.js";
import { offerEntries } from "./local-offers.js";

/** The kinds of data in a response, to record how old each kind is. */
export interface Brought {
  readonly offers: boolean;
  readonly history: TimeSpan | null;
}

const serviceIdShape = catalogueProduct.shape.service;

interface PlannedLine {
  readonly line: CatalogueProduct;
  /** The stored product that it matches. */
  readonly productId: number | null;
  /** Whether the product came from this upstream, now or in an earlier connection. */
  readonly isOrigin: boolean;
}

/** The line to import. For a product that was here before the upstream returned it, the stored fields win. */
function planLine(
  db: ReadDb,
  { upstreamId, line }: UpstreamProduct,
  link: ProductLink | undefined,
): PlannedLine {
  const asTold: CatalogueProduct = {
    ...line,
    offers: [...line.offers],
    ...(serviceIdShape.safeParse(upstreamId).success ? { service: upstreamId } : {}),
  };
  const productId = link?.productId ?? findExisting(db, asTold);
  const existing = productId === null ? undefined : productById(db, productId)?.product;
  if (productId === null || existing === undefined) return { line: asTold, productId: null, isOrigin: true };
  const isOrigin =
    link?.isOrigin ??
    (existing.service === upstreamId && formerUpstreamIds(db, productId).includes(upstreamId));
  const { match: _match, ...own } = existing;
  return {
    line: isOrigin ? { ...asTold, service: own.service } : { ...asTold, ...own },
    productId,
    isOrigin,
  };
}

function enterOne(
  tx: WriteDb,
  announcer: Announcer,
  serviceId: number,
  told: UpstreamProduct,
  brought: Brought,
): void {
  const link = linkOfUpstream(tx, serviceId, told.upstreamId);
  const { line, productId: knownId, isOrigin } = planLine(tx, told, link);
  // Skips products of the local sample market: they must go when it is removed.
  if (knownId !== null && isSampleProduct(tx, knownId)) return;
  const entries = offerEntries(tx, serviceId, knownId, told.line.offers, announcer.nowMs);
  const offers = entries.map(({ offer }) => offer);
  const { productId } = importProduct(tx, { ...line, offers }, { ...announcer, isSample: false });
  for (const { upstreamId, publicId } of entries) {
    const offer = offerByPublicId(tx, publicId);
    if (offer !== undefined) saveOfferLink(tx, serviceId, upstreamId, offer.id);
  }
  const entered = { serviceId, told, productId, isOrigin, brought };
  saveProductLink(tx, linkAfter(link, entered, announcer.nowMs));
  keepIdentifier(tx, told, productId);
}

interface EnteredProduct {
  readonly serviceId: number;
  readonly told: UpstreamProduct;
  readonly productId: number;
  readonly isOrigin: boolean;
  readonly brought: Brought;
}

function linkAfter(
  before: ProductLink | undefined,
  { serviceId, told, productId, isOrigin, brought }: EnteredProduct,
  nowMs: number,
): ProductLink {
  const history = before?.history ?? null;
  return {
    serviceId,
    upstreamId: told.upstreamId,
    productId,
    isOrigin,
    productMs: nowMs,
    offersMs: brought.offers ? nowMs : (before?.offersMs ?? null),
    reviewMs: before?.reviewMs ?? null,
    history: brought.history === null ? history : joinSpans(history, brought.history),
  };
}

/** The upstream may match identifiers that the product itself does not list, such as a shop's link. */
function keepIdentifier(tx: WriteDb, { match, upstreamId }: UpstreamProduct, productId: number): void {
  saveServiceIdentifier(tx, productId, { kind: "service_id", key: upstreamId });
  if (match === null) return;
  const probe = planIdentifier(match.identifier).probes.find(({ by }) => by === match.by);
  if (probe === undefined || resolveIdentifier(tx, match.identifier)?.match.by === match.by) return;
  saveServiceIdentifier(tx, productId, probe);
}

/** Saves an upstream's products, each all or nothing; returns why some were refused. */
export function enterProducts(
  tx: WriteDb,
  announcer: Announcer,
  serviceId: number,
  products: readonly UpstreamProduct[],
  brought: Brought,
): readonly string[] {
  const refused: string[] = [];
  for (const product of products)
    try {
      attempt(tx, () => enterOne(tx, announcer, serviceId, product, brought));
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error;
      refused.push(error.message);
    }
  return refused;
}
