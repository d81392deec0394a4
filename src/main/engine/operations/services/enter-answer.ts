import { isSampleDeal, saveDeal } from "../../db/deal.js";
import { saveReview } from "../../db/review.js";
import { type StoredService, updateService } from "../../db/service.js";
import { linkOfUpstream, saveProductLink } from "../../db/service-link.js";
import type { WriteDb } from "../../db/store.js";
import { spanOf } from "../../domain/service-freshness.js";
import type {
  ServiceAnswer,
  ServiceQuestion,
  UpstreamProduct,
} from "../../sources/service/service-client.js";
import { announcerOf, type ServiceContext } from "./ask-service.js";
import { enterProducts } from "./enter-products.js";

/** Saves an upstream's response to a query. */
export function enterAnswer(
  context: ServiceContext,
  tx: WriteDb,
  service: StoredService,
  question: ServiceQuestion,
  answer: ServiceAnswer,
): void {
  const nowMs = context.clock.now();
  switch (answer.kind) {
    case "products":
      enterFound(context, tx, service.id, question, answer.products);
      break;
    case "deals":
      // Skips deals of the local sample market: they must go when it is removed.
      for (const deal of answer.deals)
        if (!isSampleDeal(tx, deal.path)) saveDeal(tx, { deal, category: null }, false);
      updateService(tx, { ...service, dealsMs: nowMs });
      break;
    case "review": {
      const link = question.kind === "review" ? linkOfUpstream(tx, service.id, question.id) : undefined;
      if (link === undefined) break;
      if (answer.review !== null) saveReview(tx, link.productId, answer.review);
      saveProductLink(tx, { ...link, reviewMs: nowMs });
      break;
    }
    default:
  }
}

function enterFound(
  context: ServiceContext,
  tx: WriteDb,
  serviceId: number,
  question: ServiceQuestion,
  products: readonly UpstreamProduct[],
): void {
  const announcer = announcerOf(context);
  const history = question.kind === "history" ? spanOf(question.window, announcer.nowMs) : null;
  const offers = question.kind === "offers" || question.kind === "history";
  const refused = enterProducts(tx, announcer, serviceId, products, { offers, history });
  if (refused.length > 0) context.log.info("Some of an upstream's products could not be saved.", { refused });
}
