import { batchAccepted, batchAnswer } from "../../../../shared/contract/operations.js";
import type { Route } from "../route.js";

export const batchRoute: Route<"batch.create"> = {
  operation: "batch.create",
  method: "POST",
  path: "/products/batch",
  tag: "Batch",
  summary: "Look up as many as 20 products directly, or 100 in a job",
  fields: "body",
  answers: [
    { status: 200, schema: batchAnswer, fits: (result) => "results" in result },
    { status: 202, schema: batchAccepted, fits: (result) => "batch" in result },
  ],
  failures: [400, 401, 403, 405, 429, 500],
  input: ({ body }) => body.json(),
};

export const batchJobRoute: Route<"batch.get"> = {
  operation: "batch.get",
  method: "GET",
  path: "/batch/{batchId}",
  pathParameter: { name: "batchId", field: "id" },
  tag: "Batch",
  summary: "Progress and results of a batch job",
  failures: [401, 404, 405, 429, 500],
  input: ({ pathParameter }) => ({ id: pathParameter }),
};
