import { isSampleDeal, saveDeal } from "../../db/deal.js";
import { saveReview } from "../../db/review.js";
import { type StoredService, updateService } from "../../db/service.js";
import { linkOfUpstream, saveProductLink } from "../../db/service-link.js";
import type { WriteDb } from "../../db/store.js";
import { pastSpan } from "../../domain/service-freshness.js";
import type {
  ServiceAnswer,
  ServiceQuestion,
  UpstreamProduct,
} from "../../sources/service/service-client.js";
import { createPublishContext, type ServiceContext } from "./ask-service.js";
import { saveProducts } from "./save-products.js";

/** Saves an upstream's response to a query. */
export function saveResponse(
  context: ServiceContext,
  tx: WriteDb,
  service: StoredService,
  query: ServiceQuestion,
  response: ServiceAnswer,
): void {
  const nowMs = context.clock.now();
  switch (response.kind) {
    case "products":
      saveFoundProducts(context, tx, service.id, query, response.products);
      break;
    case "deals":
      // Skips deals of the local sample market: they must go when it is removed.
      for (const deal of response.deals)
        if (!isSampleDeal(tx, deal.path)) saveDeal(tx, { deal, category: null }, false);
      updateService(tx, { ...service, dealsMs: nowMs });
      break;
    case "review": {
      const link = query.kind === "review" ? linkOfUpstream(tx, service.id, query.id) : undefined;
      if (link === undefined) break;
      if (response.review !== null) saveReview(tx, link.productId, response.review);
      saveProductLink(tx, { ...link, reviewMs: nowMs });
      break;
    }
    default:
  }
}

function saveFoundProducts(
  context: ServiceContext,
  tx: WriteDb,
  serviceId: number,
  query: ServiceQuestion,
  products: readonly UpstreamProduct[],
): void {
  const publishContext = createPublishContext(context);
  const history = query.kind === "history" ? pastSpan(query.window, publishContext.nowMs) : null;
  const offers = query.kind === "offers" || query.kind === "history";
  const refused = saveProducts(tx, publishContext, serviceId, products, { offers, history });
  if (refused.length > 0) context.log.info("Some of an upstream's products could not be saved.", { refused });
}
