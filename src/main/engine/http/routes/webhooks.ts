import { contractOperations } from "../../../../shared/contract/operations.js";
import type { Route } from "../route.js";

const pathParameter = { name: "webhookId", field: "id" } as const;
const tag = "Webhooks";

export const webhooksRoute: Route<"webhooks.list"> = {
  operation: "webhooks.list",
  method: "GET",
  path: "/webhooks",
  tag,
  summary: "List the account's webhooks",
  failures: [401, 405, 429, 500],
  input: () => ({}),
};

export const newWebhookRoute: Route<"webhooks.create"> = {
  operation: "webhooks.create",
  method: "POST",
  path: "/webhooks",
  tag,
  summary: "Register a webhook; only this response carries its signing secret",
  fields: "body",
  answers: [{ status: 201, schema: contractOperations["webhooks.create"].output, fits: () => true }],
  failures: [400, 401, 405, 429, 500],
  input: ({ body }) => body.json(),
};

export const webhookRoute: Route<"webhooks.update"> = {
  operation: "webhooks.update",
  method: "PUT",
  path: "/webhooks/{webhookId}",
  pathParameter,
  tag,
  summary: "Change a webhook's URL, events or active state",
  fields: "body",
  failures: [400, 401, 404, 405, 429, 500],
  input: ({ body, pathParameter: id }) => ({ ...body.json(), id }),
};

export const removedWebhookRoute: Route<"webhooks.delete"> = {
  operation: "webhooks.delete",
  method: "DELETE",
  path: "/webhooks/{webhookId}",
  pathParameter,
  tag,
  summary: "Remove a webhook and its delivery history",
  failures: [401, 404, 405, 429, 500],
  input: ({ pathParameter: id }) => ({ id }),
};

export const webhookTestRoute: Route<"webhooks.test"> = {
  operation: "webhooks.test",
  method: "POST",
  path: "/webhooks/{webhookId}/test",
  pathParameter,
  tag,
  summary: "Send a signed test event to a webhook now",
  failures: [401, 404, 405, 429, 500],
  input: ({ pathParameter: id }) => ({ id }),
};
