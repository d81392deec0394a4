import { batchAccepted, batchAnswer } from "../../../../shared/contract/operations.js";
import type { Route } from "../route.js";

export const createBatchRoute: Route<"batch.create"> = {
  operation: "batch.create",
  method: "POST",
  path: "/products/batch",
  tag: "Batch",
  summary: "Look up as many as 20 products directly, or 100 in a job",
  inputSource: "body",
  successes: [
    { status: 200, schema: batchAnswer, matches: (result) => "results" in result },
    { status: 202, schema: batchAccepted, matches: (result) => "batch" in result },
  ],
  errorStatuses: [400, 401, 403, 405, 429, 500],
  input: ({ body }) => body.json(),
};

export const getBatchRoute: Route<"batch.get"> = {
  operation: "batch.get",
  method: "GET",
  path: "/batch/{batchId}",
  pathParameter: { name: "batchId", field: "id" },
  tag: "Batch",
  summary: "Progress and results of a batch job",
  errorStatuses: [401, 404, 405, 429, 500],
  input: ({ pathParameter }) => ({ id: pathParameter }),
};
