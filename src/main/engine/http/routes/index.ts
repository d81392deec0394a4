import type { AnyRoute, Route } from "../route.js";
import { historyRoute, offersRoute } from "./offers.js";
import {
  createBatchRoute,
  dealsRoute,
  getBatchRoute,
  productsRoute,
  reviewsRoute,
  searchRoute,
} from "./products.js";
import { deleteScheduleRoute, listSchedulesRoute, putScheduleRoute } from "./schedules.js";
import {
  createWebhookRoute,
  deleteWebhookRoute,
  listWebhooksRoute,
  testWebhookRoute,
  updateWebhookRoute,
} from "./webhooks.js";

const usageRoute: Route<"usage.get"> = {
  operation: "usage.get",
  method: "GET",
  path: "/usage",
  tag: "Usage",
  summary: "Credits and requests of the current billing period",
  description: "Free, but counts against the rate limit.",
  errorStatuses: [401, 405, 429, 500, 503],
};

/** Every endpoint. HTTP dispatch and the OpenAPI document derive from this list. */
export const routes: readonly AnyRoute[] = [
  productsRoute,
  searchRoute,
  offersRoute,
  historyRoute,
  reviewsRoute,
  createBatchRoute,
  getBatchRoute,
  listSchedulesRoute,
  putScheduleRoute,
  deleteScheduleRoute,
  dealsRoute,
  listWebhooksRoute,
  createWebhookRoute,
  updateWebhookRoute,
  deleteWebhookRoute,
  testWebhookRoute,
  usageRoute,
];
