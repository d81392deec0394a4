import { useState } from "react";
import type { OperationResult } from "../../../../shared/calls.js";
import { Button } from "../../../components/button.js";
import { ErrorNote } from "../../../components/states.js";
import { formatCount } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { useAct } from "../../../lib/use-act.js";
import { notifyAct } from "../../../stores/acts.js";
import { useAnswer } from "../../../stores/answers.js";
import { callOnce } from "../../../stores/call-engine.js";
import { usePage } from "../page.js";

type Offer = NonNullable<OperationResult<"upstreams.history">["offer"]>;

/**
 * Names what the history costs at a service, and asks before it is spent: at the one that the product came from, or one that
 * may know the shopper's own.
 */
export function HistoryOffer() {
  const input = { product_key: usePage().productKey };
  const { data, refresh } = useAnswer("upstreams.history", input);
  const { isBusy, error, run } = useAct();
  const [unknownTo, setUnknownTo] = useState<string | null>(null);
  const offer = data?.offer;
  const words = texts().history;
  const fetch = async ({ service }: Offer) => {
    const result = await callOnce("upstreams.history", { ...input, fetch: true });
    refresh();
    if (!result.ok) return result.error;
    const { unknown_to: unknown, act_id: actId } = result.data;
    setUnknownTo(unknown);
    if (actId !== null) notifyAct({ topic: "service history", text: words.cameFrom(service), actId });
    return null;
  };
  return (
    <>
      {unknownTo !== null && (
        <p className="history-offer" role="status">
          {words.unknownTo(unknownTo)}
        </p>
      )}
      {offer && (
        <p className="history-offer line wraps">
          <span>
            {costText(offer)} {offer.asks !== null && <span className="quiet">{words.asks(offer.asks)}</span>}
          </span>
          <Button disabled={isBusy} onClick={() => void run(() => fetch(offer))}>
            {offer.asks === null ? words.fetchOlder : words.askService(offer.service)}
          </Button>
        </p>
      )}
      {error && <ErrorNote error={error} />}
    </>
  );
}

function costText({ service, credits, credits_remaining: left, asks }: Offer): string {
  const { olderCost, olderCostOf, askCost, askCostOf } = texts().history;
  const [cost, costOf] = asks === null ? [olderCost, olderCostOf] : [askCost, askCostOf];
  return left === null
    ? cost(service, formatCount(credits))
    : costOf(service, formatCount(credits), formatCount(left));
}
