import { assertNever } from "../../../../shared/assert-never.js";
import { isSampleDeal, saveDeal } from "../../db/prices/deal.js";
import { saveReview } from "../../db/products/review.js";
import type { WriteDb } from "../../db/store.js";
import { type StoredUpstream, updateUpstream } from "../../db/upstreams/upstream.js";
import { linkOfUpstream, saveProductLink } from "../../db/upstreams/upstream-link.js";
import type { UpstreamData, UpstreamProduct, UpstreamQuery } from "../../sources/upstream/query.js";
import { createPublishContext } from "../webhooks/publish-event.js";
import type { UpstreamContext } from "./query-upstream.js";
import { saveProducts } from "./save-products.js";

/** Saves the data that an upstream returned for a query. */
export function saveResponse(
  context: UpstreamContext,
  tx: WriteDb,
  upstream: StoredUpstream,
  query: UpstreamQuery,
  data: UpstreamData,
): void {
  const nowMs = context.clock.now();
  switch (data.kind) {
    case "products":
      saveFoundProducts(context, tx, upstream.id, query, data.products);
      break;
    case "deals":
      // The sample market keeps its own deals, so that removing it removes them.
      for (const deal of data.deals)
        if (!isSampleDeal(tx, deal.path)) saveDeal(tx, { deal, category: null }, false);
      updateUpstream(tx, { ...upstream, dealsMs: nowMs });
      break;
    case "review": {
      const link = query.kind === "review" ? linkOfUpstream(tx, upstream.id, query.id) : undefined;
      if (link === undefined) break;
      if (data.review !== null) saveReview(tx, link.productId, data.review);
      saveProductLink(tx, { ...link, reviewMs: nowMs });
      break;
    }
    case "usage":
    case "nothing":
      break;
    default:
      assertNever(data);
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
  const history = query.kind === "history";
  const offers = query.kind === "offers" || history;
  const rejected = saveProducts(tx, publishContext, upstreamId, products, { offers, history });
  if (rejected.length > 0)
    context.log.info("Some of an upstream's products could not be saved.", { rejected });
}
