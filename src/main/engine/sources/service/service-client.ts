import type { Deal } from "../../../../shared/contract/deal.js";
import type { TldrReview } from "../../../../shared/contract/review.js";
import type { Usage } from "../../../../shared/contract/usage.js";
import type { DayWindow } from "../../domain/service-freshness.js";
import type { ServiceProblem } from "../../domain/service-pause.js";
import type { CatalogueOffer, CatalogueProduct } from "../catalogue/line.js";

/** What a service can be asked. */
export type ServiceQuestion =
  | { readonly kind: "products"; readonly ids: readonly string[] }
  | { readonly kind: "offers"; readonly ids: readonly string[] }
  | { readonly kind: "history"; readonly ids: readonly string[]; readonly window: DayWindow }
  | { readonly kind: "review"; readonly id: string }
  | { readonly kind: "search"; readonly words: string; readonly limit: number }
  | { readonly kind: "deals"; readonly limit: number }
  | { readonly kind: "usage" };

export type UpstreamOffer = CatalogueOffer & { readonly id: string };

/** A product as a service told of it; `upstreamId` is its id there. */
export interface UpstreamProduct {
  readonly upstreamId: string;
  /** The identifier that led to it and the field that matched, on look-ups. */
  readonly match: { readonly identifier: string; readonly by: string } | null;
  /** Its own fields and offers; its id there is left to whoever enters it. */
  readonly line: Omit<CatalogueProduct, "offers" | "service"> & { readonly offers: readonly UpstreamOffer[] };
}

export type ServiceAnswer =
  | { readonly kind: "products"; readonly products: readonly UpstreamProduct[] }
  | { readonly kind: "review"; readonly review: TldrReview | null }
  | { readonly kind: "deals"; readonly deals: readonly Deal[] }
  | { readonly kind: "usage"; readonly usage: Usage }
  /** None of the identifiers matched: no failure of the service's. */
  | { readonly kind: "nothing" };

/** What a service tells of the account with any answer; null where it did not. */
export interface ServiceTold {
  readonly creditsRemaining: number | null;
  readonly rateLimit: number | null;
  readonly rateRemaining: number | null;
  readonly rateResetSeconds: number | null;
}

export interface ServiceFailure {
  readonly problem: ServiceProblem;
  /** A sentence. */
  readonly detail: string;
  readonly retryAfterSeconds: number | null;
}

export type ServiceReply =
  | { readonly ok: true; readonly answer: ServiceAnswer; readonly told: ServiceTold }
  | { readonly ok: false; readonly failure: ServiceFailure; readonly told: ServiceTold };

export interface ServiceConnection {
  readonly baseUrl: string;
  readonly key: string;
  /** Engines that this question has come through, this one last: none asks in a circle. */
  readonly via: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Asks one question of a service. Never rejects. */
export type ServiceClient = (
  connection: ServiceConnection,
  question: ServiceQuestion,
) => Promise<ServiceReply>;

/** Engines name themselves in it. */
export const viaHeader = "X-Tidemark-Via";
