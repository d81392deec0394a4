import type { Deal } from "../../../../shared/contract/deal.js";
import type { TldrReview } from "../../../../shared/contract/product.js";
import type { Usage } from "../../../../shared/contract/usage.js";
import type { UpstreamErrorKind } from "../../domain/upstream-pause.js";
import type { CatalogueOffer, CatalogueProduct } from "../catalogue/line.js";

/** A query to an upstream server. */
export type UpstreamQuery =
  | { readonly kind: "offers"; readonly ids: readonly string[] }
  | {
      readonly kind: "history";
      readonly ids: readonly string[];
      readonly start: string;
      readonly end: string;
    }
  | { readonly kind: "review"; readonly id: string }
  | { readonly kind: "search"; readonly words: string; readonly limit: number }
  | { readonly kind: "deals"; readonly limit: number }
  | { readonly kind: "usage" };

export type UpstreamOffer = CatalogueOffer & { readonly id: string };

/** A product as an upstream returned it; `remoteId` is its product key there. */
export interface UpstreamProduct {
  readonly remoteId: string;
  /** The identifier and the field that matched, on look-ups. */
  readonly match: { readonly identifier: string; readonly by: string } | null;
  /** Its fields and offers. The importer decides the local product key. */
  readonly line: Omit<CatalogueProduct, "offers" | "service"> & { readonly offers: readonly UpstreamOffer[] };
}

export type UpstreamData =
  | { readonly kind: "products"; readonly products: readonly UpstreamProduct[] }
  | { readonly kind: "review"; readonly review: TldrReview | null }
  | { readonly kind: "deals"; readonly deals: readonly Deal[] }
  | { readonly kind: "usage"; readonly usage: Usage }
  /** No identifier matched, which is not a failure. */
  | { readonly kind: "nothing" };

/** The account's limits that an upstream reports with a response; `null` if absent. */
export interface UpstreamLimits {
  readonly creditsRemaining: number | null;
  readonly rateLimit: number | null;
  readonly rateRemaining: number | null;
  readonly rateResetSeconds: number | null;
}

export interface UpstreamFailure {
  readonly problem: UpstreamErrorKind;
  /** A sentence for the user. */
  readonly detail: string;
  readonly retryAfterSeconds: number | null;
}

export type UpstreamResponse =
  | { readonly ok: true; readonly data: UpstreamData; readonly limits: UpstreamLimits }
  | { readonly ok: false; readonly failure: UpstreamFailure; readonly limits: UpstreamLimits };

export interface UpstreamConnection {
  readonly baseUrl: string;
  readonly key: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends one query to an upstream. Never rejects. */
export type UpstreamClient = (
  connection: UpstreamConnection,
  query: UpstreamQuery,
) => Promise<UpstreamResponse>;

/** Marks a request that another Tidemark sends: it is answered from local data only, so that none goes in circles. */
export const viaHeader = "X-Tidemark-Via";
