import type { AnyRoute } from "../route.js";
import { batchJobRoute, batchRoute } from "./batch.js";
import { dealsRoute } from "./deals.js";
import { historyRoute, offersRoute } from "./offers.js";
import { productsRoute, searchRoute } from "./products.js";
import { reviewsRoute } from "./reviews.js";
import { scheduledRoute, scheduleRoute, unscheduleRoute } from "./schedules.js";
import { usageRoute } from "./usage.js";
import {
  newWebhookRoute,
  removedWebhookRoute,
  webhookRoute,
  webhooksRoute,
  webhookTestRoute,
} from "./webhooks.js";

/** Every endpoint. HTTP dispatch and the OpenAPI document derive from this list. */
export const routes: readonly AnyRoute[] = [
  productsRoute,
  searchRoute,
  offersRoute,
  historyRoute,
  reviewsRoute,
  batchRoute,
  batchJobRoute,
  scheduledRoute,
  scheduleRoute,
  unscheduleRoute,
  dealsRoute,
  webhooksRoute,
  newWebhookRoute,
  webhookRoute,
  removedWebhookRoute,
  webhookTestRoute,
  usageRoute,
];
