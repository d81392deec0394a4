import { batchAccepted, batchResponse } from "../../../../shared/contract/operations.js";
import type { Product } from "../../../../shared/contract/product.js";
import { invalidParams } from "../../operations/request/contract-error.js";
import type { CsvTable } from "../csv.js";
import { pickParameters, type Query } from "../query.js";
import type { Route } from "../route.js";

export const createBatchRoute: Route<"batch.create"> = {
  operation: "batch.create",
  method: "POST",
  path: "/products/batch",
  tag: "Batch",
  summary: "Look up as many as 20 products directly, or 100 in a job",
  description: "Costs 1 credit per product found, 3 per product with offers and 1 per product with a review.",
  inputSource: "body",
  successes: [
    { status: 200, schema: batchResponse, matches: (result) => "results" in result },
    { status: 202, schema: batchAccepted, matches: (result) => "batch" in result },
  ],
  errorStatuses: [400, 401, 403, 405, 429, 500, 503],
};

export const getBatchRoute: Route<"batch.get"> = {
  operation: "batch.get",
  method: "GET",
  path: "/batch/{batchId}",
  pathParameter: { name: "batchId", field: "id" },
  tag: "Batch",
  summary: "Progress and results of a batch job",
  description: "Poll until `status` is `completed` or `failed`. Free.",
  errorStatuses: [401, 404, 405, 429, 500, 503],
};

const productTable: CsvTable<{ data: Product[] }> = {
  fileName: "products.csv",
  columns: `service title title_short brand category barcode marketplace model mpn color slug description
    categories images keywords rating.value rating.count score.overall score.customer score.professional attributes
    identifiers match.identifier match.by match.candidates`,
  rows: ({ data }) => data,
};

export const productsRoute: Route<"products.get"> = {
  operation: "products.get",
  method: "GET",
  path: "/products",
  legacyPaths: [{ path: "/products/details" }],
  tag: "Products",
  summary: "Look up products by identifier",
  description: "Identifiers without a match are left out of `data`. Costs 1 credit per product found.",
  errorStatuses: [400, 401, 403, 404, 405, 429, 500, 503],
  input: ({ query, isKnown }) => ({ ids: query.identifiers(isKnown), ...pickParameters(query, ["format"]) }),
  csv: productTable,
};

export const searchRoute: Route<"products.search"> = {
  operation: "products.search",
  method: "GET",
  path: "/products/search",
  tag: "Products",
  summary: "Full-text product search, best match first",
  description: "Costs 1 credit per product returned.",
  errorStatuses: [400, 401, 403, 405, 429, 500, 503],
  csv: { ...productTable, fileName: "search.csv" },
};

export const dealsRoute: Route<"deals.list"> = {
  operation: "deals.list",
  method: "GET",
  path: "/deals",
  tag: "Deals",
  summary: "Graded deals",
  description: "Costs 1 credit per 10 deals returned, at least 1.",
  errorStatuses: [400, 401, 403, 405, 429, 500, 503],
  csv: {
    fileName: "deals.csv",
    columns: `path title subtitle description emoji grade.letter grade.suffix grade.value grade.justification
      pricing.current pricing.original pricing.currency retailer.name url votes.upvotes votes.downvotes votes.score
      comment_count created_at`,
    rows: ({ deals }) => deals,
  },
};

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
