import {
  type ContractOperation,
  type ContractRequest,
  contractOperations,
} from "../../../../shared/contract/operations.js";
import type { IsKnown } from "../../domain/identifier-list.js";
import type { UpcomingRequest } from "../request/effects.js";

/** The data that a request needs. */
export type DataNeeds =
  | {
      readonly kind: "products";
      readonly identifiers: readonly string[];
      readonly offers: boolean;
      readonly reviews: boolean;
      /** The last day of the history that is read. */
      readonly historyEnd: string | null;
    }
  | { readonly kind: "search"; readonly words: string; readonly limit: number }
  | { readonly kind: "deals" };

function products(
  identifiers: readonly string[],
  more: { readonly offers?: boolean; readonly reviews?: boolean; readonly historyEnd?: string } = {},
): DataNeeds {
  const { offers = false, reviews = false, historyEnd = null } = more;
  const trimmed = identifiers.map((each) => each.trim()).filter((each) => each !== "");
  return { kind: "products", identifiers: [...new Set(trimmed)], offers, reviews, historyEnd };
}

type Readers = { readonly [K in ContractOperation]?: (request: ContractRequest<K>) => DataNeeds | null };

const readers: Readers = {
  "products.get": ({ ids }) => products(ids),
  "offers.get": ({ ids }) => products(ids, { offers: true }),
  "offers.history": ({ ids, end }) => products(ids, { offers: true, historyEnd: end }),
  "reviews.get": ({ id }) => products([id], { reviews: true }),
  // Later pages use the data fetched for the first.
  "products.search": ({ q, limit, offset }) =>
    offset === 0 ? { kind: "search", words: q.trim().toLowerCase(), limit } : null,
  "deals.list": ({ offset }) => (offset === 0 ? { kind: "deals" } : null),
  "batch.create": ({ identifiers, include }) =>
    products(identifiers, { offers: include.includes("offers"), reviews: include.includes("reviews") }),
  // A schedule is useless without offers to check.
  "schedules.put": ({ ids }) => products(ids, { offers: true }),
};

/** The data that a request needs; `null` if no upstream can help or the request is malformed. */
export function findDataNeeds(
  { operation, input }: Pick<UpcomingRequest, "operation" | "input">,
  isKnown: IsKnown,
): DataNeeds | null {
  const read = readers[operation];
  if (read === undefined) return null;
  try {
    const request = contractOperations[operation].input.safeParse(input(isKnown));
    // The map ties the schema to the operation by its name; the compiler cannot see that through a union.
    return request.success ? (read as (data: unknown) => DataNeeds | null)(request.data) : null;
  } catch {
    // Reported when the request itself runs.
    return null;
  }
}
