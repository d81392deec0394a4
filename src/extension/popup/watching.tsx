import { type SyntheticEvent, useContext, useState } from "react";
import type { LeftOut, LinkOptions } from "../../shared/app/links.js";
import type { AlertRule } from "../../shared/app/rules.js";
import { call, type Failure } from "../engine.js";
import { formatMoney, formatPrice, leftOut, parseTarget, said } from "../texts.js";
import { AppLink } from "./app-link.js";
import { Changes, isMeant, type Trust } from "./changes.js";
import { isSoldOut, type Known, type Reading, type Shown } from "./read-product.js";

/** What the user has just done, to be taken back. */
export interface Done {
  readonly actId: number;
  readonly isStop: boolean;
}

type Outcome =
  | { readonly actId: number | null; readonly notGiven: readonly LeftOut[] }
  | { readonly problem: string }
  /** The page's currency is asked; the link waits for the answer. */
  | { readonly linkId: number; readonly currencies: readonly string[] };

function problemOf(failure: Failure): string {
  return failure.kind === "refused" ? `${said.failed} ${failure.message}` : said.failed;
}

/**
 * Adds and watches the page's product, or answers what its link asks. Anything but a question about the currency leaves
 * nothing behind.
 */
async function watchPage(
  { url, html }: Shown,
  options: LinkOptions,
  asking: number | null,
): Promise<Outcome> {
  const put = await (asking === null
    ? call("links.add", { links: [{ text: url, html, options }] })
    : call("links.answer", { ids: [asking], options }));
  if (!put.ok) return { problem: problemOf(put.failure) };
  const ids = put.data.links.map(({ id }) => id);
  const waited = await call("links.wait", { ids, timeout_ms: 20_000 });
  const link = waited.ok ? waited.data.links[0] : undefined;
  const question = link?.question;
  if (link !== undefined && question?.outcome === "currency") {
    const possible = question.possible.slice(0, 6);
    return { linkId: link.id, currencies: possible.length > 0 ? possible : ["USD", "EUR", "GBP"] };
  }
  if (link?.result != null) return { actId: link.act_id, notGiven: link.result.left_out ?? [] };
  await call("links.dismiss", { ids });
  return { problem: question?.outcome === "target" ? said.otherCurrency(question.currency) : said.failed };
}

interface WorkProps {
  readonly shown: Shown;
  readonly onDone: (done: Done | null) => void;
}

/** Changes what is watched, one thing at a time. */
function useWork({ shown, onDone }: WorkProps) {
  const trust = useContext(Changes);
  const [asked, setAsked] = useState<Extract<Outcome, { linkId: number }> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** The typed target, until it is set. */
  const [typed, setTyped] = useState("");
  const run = async (event: SyntheticEvent, work: () => Promise<void>) => {
    event.preventDefault();
    if (isBusy || !isMeant(trust, event)) return;
    setBusy(true);
    setProblem(null);
    await work();
    setBusy(false);
  };
  const watch = async (options: LinkOptions) => {
    const outcome = await watchPage(shown, options, asked?.linkId ?? null);
    if ("problem" in outcome) return setProblem(outcome.problem);
    if ("linkId" in outcome) return setAsked(outcome);
    setAsked(null);
    setTyped("");
    const notGiven = outcome.notGiven.map(({ what, detail }) => leftOut[what](detail));
    if (notGiven.length > 0) setProblem(notGiven.join(" "));
    onDone(outcome.actId === null ? null : { actId: outcome.actId, isStop: false });
  };
  const stop = async (productKey: string) => {
    const stopped = await call("watch.stop", { product_keys: [productKey] });
    if (!stopped.ok) return setProblem(problemOf(stopped.failure));
    const { act_id: actId } = stopped.data;
    onDone(actId === null ? null : { actId, isStop: true });
  };
  const undo = async ({ actId }: Done) => {
    const undone = await call("acts.undo", { id: actId });
    if (undone.ok) onDone(null);
    else setProblem(problemOf(undone.failure));
  };
  const isHeld = isBusy || trust === "pending";
  return { trust, asked, problem, setProblem, typed, setTyped, isBusy: isHeld, run, watch, stop, undo };
}

type Work = ReturnType<typeof useWork>;

/** The question of the page's currency, and what went wrong. */
function Asked({ work: { asked, problem, run, watch } }: { readonly work: Work }) {
  return (
    <>
      {asked !== null && (
        <fieldset className="line wraps">
          <legend>{said.noCurrency}</legend>
          {asked.currencies.map((code) => (
            <button
              key={code}
              type="button"
              onClick={(event) => void run(event, () => watch({ currency: code }))}
            >
              {code}
            </button>
          ))}
        </fieldset>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
    </>
  );
}

/** Why nothing can be changed here. */
function Locked({ trust }: { readonly trust: Trust }) {
  return (
    <p role="status" className="quiet">
      {trust === "covered" ? said.covered : said.onlyShows}
    </p>
  );
}

function isLocked(trust: Trust): boolean {
  return trust === "covered" || trust === "unknown";
}

/** Asks which of the page's products or prices is meant, and watches it. */
export function WhichProduct({ shown, onDone }: WorkProps) {
  const work = useWork({ shown, onDone });
  const { reading } = shown.read;
  if (reading.kind !== "several") return null;
  if (isLocked(work.trust)) return <Locked trust={work.trust} />;
  return (
    <section className="stack">
      <p>{said.several}</p>
      <ul className="choices stack">
        {reading.choices.map(({ pick, variant, place, price, currency, sign }) => (
          <li key={`${pick.from} ${pick.variant} ${pick.nth}`}>
            <button
              type="button"
              className="line between full"
              disabled={work.isBusy}
              onClick={(event) => void work.run(event, () => work.watch({ pick }))}
            >
              <span>{variant ?? place?.words ?? said.price}</span>
              <strong>{formatPrice(price, currency, sign)}</strong>
            </button>
          </li>
        ))}
      </ul>
      <Asked work={work} />
      <AppLink to={{ url: shown.url }}>{said.noneOfThese}</AppLink>
    </section>
  );
}

interface WatchingProps extends WorkProps {
  readonly known: Known | null;
  readonly done: Done | null;
}

/** Watches the product, or changes its target. While it is out of stock, an alert comes when it is back. */
export function Watching({ shown, known, done, onDone }: WatchingProps) {
  const work = useWork({ shown, onDone });
  const { reading } = shown.read;
  const row = known?.row;
  return (
    <div className="watching stack">
      {row && (
        <p role="status" className="good">
          {row.target ? said.watchingTo(formatMoney(row.target.price, row.target.currency)) : said.watching}
        </p>
      )}
      {!row && done?.isStop && <p role="status">{said.stopped}</p>}
      {isLocked(work.trust) ? <Locked trust={work.trust} /> : <WatchForm {...{ work, reading, known }} />}
      <Asked work={work} />
      <nav className="links line wraps">
        {row && <AppLink to={{ product: row.product_key }}>{said.openInApp}</AppLink>}
        {!row && isLocked(work.trust) && <AppLink to={{ url: shown.url }}>{said.addInApp}</AppLink>}
        {done && !isLocked(work.trust) && (
          <button
            type="button"
            className="link"
            onClick={(event) => void work.run(event, () => work.undo(done))}
          >
            {said.undo}
          </button>
        )}
        {row && !isLocked(work.trust) && (
          <button
            type="button"
            className="link"
            onClick={(event) => void work.run(event, () => work.stop(row.product_key))}
          >
            {said.stop}
          </button>
        )}
      </nav>
    </div>
  );
}

/** The rule of a kind that a new one replaces. */
function ownRule(known: Known | null, kind: AlertRule["trigger"]["kind"]): AlertRule | undefined {
  return known?.rules.find(({ trigger }) => trigger.kind === kind);
}

interface WatchFormProps {
  readonly work: Work;
  readonly reading: Reading;
  readonly known: Known | null;
}

function WatchForm({ work, reading, known }: WatchFormProps) {
  const row = known?.row;
  const isOut = isSoldOut(reading);
  const pageCurrency = row?.best?.currency ?? (reading.kind === "price" ? reading.currency : null);
  // Its sign is enough for a target: the currency is asked next.
  const currency = pageCurrency ?? (reading.kind === "price" ? reading.sign : null);
  const submit = (event: SyntheticEvent) =>
    work.run(event, async () => {
      const target = work.typed.trim() === "" ? undefined : parseTarget(work.typed, pageCurrency);
      if (typeof target === "string") return work.setProblem(target);
      await work.watch(isOut ? { alerts_on_return: true } : { target });
    });
  if (isOut && row !== undefined && ownRule(known, "back_in_stock")?.is_enabled === true)
    return <p role="status">{said.toldOfReturn}</p>;
  const watchText = row ? said.setTarget : said.watch;
  return (
    <form className="entry line">
      {currency !== null && !isOut && (
        <label className="grow quiet">
          {said.target(currency)}
          <input
            inputMode="decimal"
            maxLength={20}
            value={work.typed}
            onChange={(event) => work.setTyped(event.target.value)}
          />
        </label>
      )}
      {/* A form is submitted by an event of the browser, whoever has made the click; Enter is a click of the user, too. */}
      <button
        type="submit"
        className="primary"
        disabled={work.isBusy}
        onClick={(event) => void submit(event)}
      >
        {isOut ? said.tellOfReturn : watchText}
      </button>
    </form>
  );
}
