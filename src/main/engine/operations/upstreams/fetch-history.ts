import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { productIdByKey } from "../../db/product.js";
import { write } from "../../db/store.js";
import { upstreamById } from "../../db/upstream.js";
import { enabledLinkOfProduct } from "../../db/upstream-link.js";
import { historyCost } from "../../domain/cost.js";
import { invalidParams } from "../request/contract-error.js";
import { describePause } from "./describe-pause.js";
import { historySince, maxHistoryDays } from "./missing-data.js";
import { queryUpstream, type UpstreamContext } from "./query-upstream.js";
import { saveResponse } from "./save-response.js";

/** A product's history costs credits by the day, so only the user starts it; from then on, new days are added. */
export async function fetchHistory(
  context: UpstreamContext,
  { product_key, fetch }: AppRequest<"upstreams.history">,
): Promise<AppOutput<"upstreams.history">> {
  const { db, clock } = context;
  const productId = productIdByKey(db, product_key);
  const link = productId === undefined ? undefined : enabledLinkOfProduct(db, productId);
  const upstream = link && upstreamById(db, link.upstreamId);
  if (link === undefined || upstream === undefined || link.historyUntilMs !== null) return { offer: null };
  const credits = historyCost(1, false, maxHistoryDays);
  const { name: service, creditsRemaining: credits_remaining } = upstream;
  if (!fetch) return { offer: { service, credits, credits_remaining } };
  const query = historySince([link.remoteId], 0, clock.now());
  const response = await queryUpstream(context, upstream.id, query);
  if (response === null || !response.ok)
    throw invalidParams(
      response?.failure.detail ?? describePause(upstreamById(db, upstream.id) ?? upstream, clock.now()),
      "The history was not fetched. Try again later.",
    );
  write(db, (tx) => {
    const current = upstreamById(tx, upstream.id);
    if (current !== undefined) saveResponse(context, tx, current, query, response.data);
  });
  context.onChange("prices");
  return { offer: null };
}
