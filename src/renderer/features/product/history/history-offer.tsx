import { useState } from "react";
import type { CallError } from "../../../../shared/calls.js";
import { Button } from "../../../components/button.js";
import { ErrorNote } from "../../../components/error-note.js";
import { formatCount } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { useAnswer } from "../../../stores/answers.js";
import { callOnce } from "../../../stores/call-engine.js";

/** Names the price of the history at the service that the product came from, and asks before it is spent. */
export function HistoryOffer({ productKey }: { readonly productKey: string }) {
  const { data, refresh } = useAnswer("upstreams.history", { product_key: productKey });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const offer = data?.offer;
  if (!offer) return null;
  const words = texts().history;
  const { service, credits, credits_remaining: left } = offer;
  const fetch = async () => {
    setBusy(true);
    const result = await callOnce("upstreams.history", { product_key: productKey, fetch: true });
    setBusy(false);
    setError(result.ok ? null : result.error);
    refresh();
  };
  return (
    <>
      <p className="history-offer line wraps">
        {left === null
          ? words.olderCost(service, formatCount(credits))
          : words.olderCostOf(service, formatCount(credits), formatCount(left))}
        <Button disabled={isBusy} onClick={() => void fetch()}>
          {words.fetchOlder}
        </Button>
      </p>
      {error && <ErrorNote error={error} />}
    </>
  );
}
