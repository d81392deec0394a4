import { invalidParams } from "../../operations/request/contract-error.js";
import { pickParameters, type Query } from "../query.js";
import type { Route } from "../route.js";

/** A literal comma separates identifiers; an encoded one is part of the identifier (decisions 18 and 44). */
function readSingleIdentifier(query: Query): Record<string, string> {
  if (query.raw("id")?.includes(",") === true)
    throw invalidParams(
      "The parameter 'id' contains a comma, but takes exactly one identifier.",
      "Send one identifier, and encode a comma within it as %2C.",
    );
  return pickParameters(query, ["id", "format"]);
}

export const reviewsRoute: Route<"reviews.get"> = {
  operation: "reviews.get",
  method: "GET",
  path: "/products/reviews",
  tag: "Products",
  summary: "Expert review summary of one product",
  description: "`review` is null if there is none. Costs 1 credit per review, nothing without one.",
  errorStatuses: [400, 401, 403, 404, 405, 429, 500, 503],
  input: ({ query }) => readSingleIdentifier(query),
  csv: {
    fileName: "reviews.csv",
    columns: `path title slug headline pros cons bottom_line scores.overall scores.customer scores.professional`,
    rows: ({ product: { path, title }, review }) => (review === null ? [] : [{ ...review, path, title }]),
  },
};
