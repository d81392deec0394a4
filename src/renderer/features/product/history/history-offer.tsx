import { useState } from "react";
import type { CallError } from "../../../../shared/calls.js";
import { Button } from "../../../components/button.js";
import { ErrorNote } from "../../../components/error-note.js";
import { formatCount } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { notifyAct } from "../../../stores/acts.js";
import { useAnswer } from "../../../stores/answers.js";
import { callOnce } from "../../../stores/call-engine.js";

/**
 * Names what the history costs at a service, and asks before it is spent: at the one that the product came from, or one that
 * may know the shopper's own.
 */
export function HistoryOffer({ productKey }: { readonly productKey: string }) {
  const { data, refresh } = useAnswer("upstreams.history", { product_key: productKey });
  const [isBusy, setBusy] = useState(false);
  const [unknownTo, setUnknownTo] = useState<string | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const offer = data?.offer;
  const words = texts().history;
  const fetch = async (service: string) => {
    setBusy(true);
    const result = await callOnce("upstreams.history", { product_key: productKey, fetch: true });
    setBusy(false);
    setError(result.ok ? null : result.error);
    refresh();
    if (!result.ok) return;
    setUnknownTo(result.data.unknown_to);
    if (result.data.act_id !== null)
      notifyAct({ topic: "service history", text: words.cameFrom(service), actId: result.data.act_id });
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
          <Button disabled={isBusy} onClick={() => void fetch(offer.service)}>
            {offer.asks === null ? words.fetchOlder : words.askService(offer.service)}
          </Button>
        </p>
      )}
      {error && <ErrorNote error={error} />}
    </>
  );
}

interface Cost {
  readonly service: string;
  readonly credits: number;
  readonly credits_remaining: number | null;
  readonly asks: string | null;
}

function costText({ service, credits, credits_remaining: left, asks }: Cost): string {
  const { olderCost, olderCostOf, askCost, askCostOf } = texts().history;
  const [cost, costOf] = asks === null ? [olderCost, olderCostOf] : [askCost, askCostOf];
  return left === null
    ? cost(service, formatCount(credits))
    : costOf(service, formatCount(credits), formatCount(left));
}
