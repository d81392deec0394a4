import type { AnyRoute } from "../route.js";
import { createBatchRoute, getBatchRoute } from "./batch.js";
import { dealsRoute } from "./deals.js";
import { historyRoute, offersRoute } from "./offers.js";
import { productsRoute, searchRoute } from "./products.js";
import { reviewsRoute } from "./reviews.js";
import { deleteScheduleRoute, listSchedulesRoute, putScheduleRoute } from "./schedules.js";
import { usageRoute } from "./usage.js";
import {
  createWebhookRoute,
  deleteWebhookRoute,
  listWebhooksRoute,
  testWebhookRoute,
  updateWebhookRoute,
} from "./webhooks.js";

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
