import { isSampleDeal, saveDeal } from "../../db/deal.js";
import { saveReview } from "../../db/review.js";
import type { WriteDb } from "../../db/store.js";
import { type StoredUpstream, updateUpstream } from "../../db/upstream.js";
import { linkOfUpstream, saveProductLink } from "../../db/upstream-link.js";
import { pastSpan } from "../../domain/upstream-freshness.js";
import type { UpstreamAnswer, UpstreamProduct, UpstreamQuery } from "../../sources/upstream/query.js";
import { createPublishContext, type UpstreamContext } from "./query-upstream.js";
import { saveProducts } from "./save-products.js";

/** Saves an upstream's response to a query. */
export function saveResponse(
  context: UpstreamContext,
  tx: WriteDb,
  upstream: StoredUpstream,
  query: UpstreamQuery,
  response: UpstreamAnswer,
): void {
  const nowMs = context.clock.now();
  switch (response.kind) {
    case "products":
      saveFoundProducts(context, tx, upstream.id, query, response.products);
      break;
    case "deals":
      // Skips deals of the local sample market: they must go when it is removed.
      for (const deal of response.deals)
        if (!isSampleDeal(tx, deal.path)) saveDeal(tx, { deal, category: null }, false);
      updateUpstream(tx, { ...upstream, dealsMs: nowMs });
      break;
    case "review": {
      const link = query.kind === "review" ? linkOfUpstream(tx, upstream.id, query.id) : undefined;
      if (link === undefined) break;
      if (response.review !== null) saveReview(tx, link.productId, response.review);
      saveProductLink(tx, { ...link, reviewMs: nowMs });
      break;
    }
    default:
  }
}

function saveFoundProducts(
  context: UpstreamContext,
  tx: WriteDb,
  upstreamId: number,
  query: UpstreamQuery,
  products: readonly UpstreamProduct[],
): void {
  const publishContext = createPublishContext(context);
  const history = query.kind === "history" ? pastSpan(query.window, publishContext.nowMs) : null;
  const offers = query.kind === "offers" || query.kind === "history";
  const refused = saveProducts(tx, publishContext, upstreamId, products, { offers, history });
  if (refused.length > 0) context.log.info("Some of an upstream's products could not be saved.", { refused });
}
