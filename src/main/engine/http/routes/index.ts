import type { AnyRoute } from "../route.js";
import { dealsRoute } from "./deals.js";
import { historyRoute, offersRoute } from "./offers.js";
import { productsRoute, searchRoute } from "./products.js";
import { reviewsRoute } from "./reviews.js";
import { usageRoute } from "./usage.js";

/** Every endpoint; HTTP dispatch and the OpenAPI document are made from this list. */
export const routes: readonly AnyRoute[] = [
  productsRoute,
  searchRoute,
  offersRoute,
  historyRoute,
  reviewsRoute,
  dealsRoute,
  usageRoute,
];
