import { useState } from "react";
import type { ArchivedPrices, PriceSample } from "../../../../shared/app/archive.js";
import type { OperationResult } from "../../../../shared/calls.js";
import { Button } from "../../../components/button.js";
import { ShopName } from "../../../components/shop-name.js";
import { ErrorNote } from "../../../components/states.js";
import { openPage } from "../../../lib/bridge.js";
import { formatCount, formatDate, formatMoney, formatTime } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { useAct } from "../../../lib/use-act.js";
import { act, notifyAct } from "../../../stores/acts.js";
import { change, expireAnswers, useAnswer } from "../../../stores/answers.js";
import { callOnce } from "../../../stores/call-engine.js";
import { usePage } from "../page.js";

/** The page of a copy as the archive shows it to readers; null if it cannot be opened in a browser. */
export function copyPage(url: string): string | null {
  return url.startsWith("https:") ? url.replace(/(\/web\/\d+)id_\//, "$1/") : null;
}

export function openCopy(url: string): void {
  const page = copyPage(url);
  if (page !== null) openPage(page);
}

interface OlderPricesProps {
  readonly archived: ArchivedPrices;
  /** Whether its own history is too short for a verdict. */
  readonly isFresh: boolean;
}

const changed = ["history.samples", "app.statistics", "offers.foreign", "history.consent"] as const;

/** The offer to ask an archive, how far its copies are read, and what they say. */
export function OlderPrices({ archived, isFresh }: OlderPricesProps) {
  const keys = { product_keys: [usePage().productKey] };
  const { isBusy, error, run } = useAct();
  const said = texts().olderPrices;
  const fetch = () => change("history.fetch", keys, ...changed);
  const always = async () =>
    (await change("history.set_consent", { always: true }, "history.consent")) ?? fetch();
  const forget = () => {
    const expire = () => expireAnswers(...changed);
    return act("history.forget", keys, { topic: "archived prices", text: said.removed, expire });
  };
  const { state, addresses, archive, samples } = archived;
  return (
    <>
      {state === "none" && isFresh && addresses.length > 0 && (
        <p className="history-offer line wraps">
          <span>
            {said.ask} <span className="quiet">{said.sends(archive, addresses.join(", "))}</span>
          </span>
          <Button disabled={isBusy} onClick={() => void run(fetch)}>
            {said.askNow}
          </Button>
          {!archived.always && (
            <Button variant="quiet" disabled={isBusy} title={said.alwaysTip} onClick={() => void run(always)}>
              {said.always}
            </Button>
          )}
        </p>
      )}
      {state === "open" && (
        <p className="history-offer line wraps">
          <span role="status">{progressText(archived)}</span>
          <Button variant="quiet" disabled={isBusy} onClick={() => void run(forget)}>
            {said.stop}
          </Button>
        </p>
      )}
      {state === "done" && samples.length === 0 && isFresh && (
        <p className="history-offer line wraps">{said.none}</p>
      )}
      {samples.length > 0 && (
        <details className="older-prices">
          <summary>{said.found(samples.length)}</summary>
          <ul className="stack gap-1">
            {samples.map((sample) => (
              <Copy key={`${sample.offer_id} ${sample.timestamp}`} sample={sample} />
            ))}
          </ul>
          {state !== "open" && (
            <Button variant="quiet" disabled={isBusy} onClick={() => void run(forget)}>
              {said.remove}
            </Button>
          )}
        </details>
      )}
      {error && <ErrorNote error={error} />}
    </>
  );
}

function progressText({ read, copies, paused_until: until }: ArchivedPrices): string {
  const said = texts().olderPrices;
  if (until !== null) return said.paused(formatTime(Date.parse(until)));
  return copies === 0 ? said.asking : said.reading(formatCount(read), formatCount(copies));
}

function Copy({ sample }: { readonly sample: PriceSample }) {
  const { price, currency, timestamp, retailer, url } = sample;
  const said = texts().olderPrices;
  const [money, day] = [formatMoney(price, currency), formatDate(Date.parse(timestamp))];
  return (
    <li className="line">
      <span>{day}</span> <strong>{money}</strong>{" "}
      <span className="quiet">
        <ShopName host={retailer} />
      </span>{" "}
      {copyPage(url) !== null && (
        <Button variant="text" aria-label={said.openOf(money, day)} onClick={() => openCopy(url)}>
          {said.open}
        </Button>
      )}
    </li>
  );
}

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
