import type { Offer, ProductWithOffers } from "../../../../shared/contract/offer.js";
import { pickParameters } from "../query.js";
import type { Route } from "../route.js";

function offerRow({ service, title, match }: ProductWithOffers, offer: Offer) {
  return { ...offer, service, title, match };
}

function historyRows({ service, title, match }: ProductWithOffers, offer: Offer) {
  const { id, retailer, seller, condition, history } = offer;
  return history.map((point) => ({
    ...point,
    service,
    title,
    match,
    offer_id: id,
    retailer,
    seller,
    condition,
  }));
}

export const offersRoute: Route<"offers.get"> = {
  operation: "offers.get",
  method: "GET",
  path: "/products/offers",
  tag: "Products",
  summary: "Current offers of products, in US dollars",
  description: "In stock first, then by price. Costs 3 credits per product with offers, 2 with `retailer`.",
  errorStatuses: [400, 401, 403, 404, 405, 429, 500, 503],
  input: ({ query, isKnown }) => ({
    ids: query.identifiers(isKnown),
    ...pickParameters(query, ["retailer", "format"]),
  }),
  csv: {
    fileName: "offers.csv",
    columns: `service title match.identifier id retailer price currency availability condition condition_grade URL
      seller is_marketplace timestamp`,
    rows: ({ data }) => data.flatMap((product) => product.offers.map((offer) => offerRow(product, offer))),
  },
};

export const historyRoute: Route<"offers.history"> = {
  operation: "offers.history",
  method: "GET",
  path: "/products/offers/history",
  legacyPaths: [{ path: "/products/history" }],
  tag: "Products",
  summary: "Price history of products' offers between two dates",
  description:
    "Costs as much as the offers, and 1 credit per day of the window; nothing when no offers are found.",
  errorStatuses: [400, 401, 403, 404, 405, 429, 500, 503],
  aliases: { start_date: "start", end_date: "end" },
  input: ({ query, isKnown }) => ({
    ids: query.identifiers(isKnown),
    start: query.get("start") ?? query.get("start_date"),
    end: query.get("end") ?? query.get("end_date"),
    ...pickParameters(query, ["retailer", "format"]),
  }),
  csv: {
    fileName: "history.csv",
    columns: `service title match.identifier offer_id retailer seller condition price currency availability
      timestamp`,
    rows: ({ data }) =>
      data.flatMap((product) => product.offers.flatMap((offer) => historyRows(product, offer))),
  },
};
