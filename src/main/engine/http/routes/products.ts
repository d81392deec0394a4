import { batchAccepted, batchResponse } from "../../../../shared/contract/operations.js";
import type { Product } from "../../../../shared/contract/product.js";
import type { CsvTable } from "../csv.js";
import { pickParameters } from "../query.js";
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
