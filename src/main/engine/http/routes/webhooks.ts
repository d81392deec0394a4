import { contractOperations } from "../../../../shared/contract/operations.js";
import type { Route } from "../route.js";

const pathParameter = { name: "webhookId", field: "id" } as const;
const tag = "Webhooks";

export const listWebhooksRoute: Route<"webhooks.list"> = {
  operation: "webhooks.list",
  method: "GET",
  path: "/webhooks",
  tag,
  summary: "List the account's webhooks",
  description: "With delivery counters, without secrets. Free.",
  errorStatuses: [401, 405, 429, 500, 503],
};

export const createWebhookRoute: Route<"webhooks.create"> = {
  operation: "webhooks.create",
  method: "POST",
  path: "/webhooks",
  tag,
  summary: "Register a webhook; only this response carries its signing secret",
  description: "Store the secret: it verifies the signature of each delivery. Free.",
  inputSource: "body",
  successes: [{ status: 201, schema: contractOperations["webhooks.create"].output, matches: () => true }],
  errorStatuses: [400, 401, 405, 429, 500, 503],
};

export const updateWebhookRoute: Route<"webhooks.update"> = {
  operation: "webhooks.update",
  method: "PUT",
  path: "/webhooks/{webhookId}",
  pathParameter,
  tag,
  summary: "Change a webhook's URL, events or active state",
  description: "Fields that are not sent stay as they are; at least one is required. Free.",
  inputSource: "body",
  errorStatuses: [400, 401, 404, 405, 429, 500, 503],
};

export const deleteWebhookRoute: Route<"webhooks.delete"> = {
  operation: "webhooks.delete",
  method: "DELETE",
  path: "/webhooks/{webhookId}",
  pathParameter,
  tag,
  summary: "Remove a webhook and its delivery history",
  description: "Deliveries still due are dropped. Free.",
  errorStatuses: [401, 404, 405, 429, 500, 503],
};

export const testWebhookRoute: Route<"webhooks.test"> = {
  operation: "webhooks.test",
  method: "POST",
  path: "/webhooks/{webhookId}/test",
  pathParameter,
  tag,
  summary: "Send a signed test event to a webhook now",
  description: "`test_result` says whether the URL accepted it. Free.",
  errorStatuses: [401, 404, 405, 429, 500, 503],
};
