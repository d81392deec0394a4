import { type FormEvent, useEffect, useState, useSyncExternalStore } from "react";
import type { AppOutput } from "../../shared/app/operations.js";
import type { AlertRule } from "../../shared/app/rules.js";
import type { PriceStatistics } from "../../shared/app/statistics.js";
import type { Sparkline, WatchRow } from "../../shared/app/watch.js";
import { assertNever } from "../../shared/assert-never.js";
import type { Offer } from "../../shared/contract/offer.js";
import { verdictHeadline, verdictSentence } from "../../shared/texts/sentences.js";
import { type TideLevels, tideLevels, tideShape } from "../../shared/tide/geometry.js";
import { tideColors, tidePicture } from "../../shared/tide/picture.js";
import { call } from "../engine.js";
import { agree, disagree, evaluatePage, isAgreed, type PagePrice, passOn } from "../visits.js";
import { AppLink } from "./app-link.js";
import {
  conditions,
  formatMoney,
  formatPrice,
  parseTarget,
  said,
  sentenceFormats,
  verdicts,
  verdictTexts,
} from "./texts.js";

/** The page in the tab, as it was read. */
export interface Shown {
  readonly tabId: number;
  readonly url: string;
  readonly html: string;
  readonly read: AppOutput<"visits.read">;
}

/** What is known about a product. */
interface Known {
  /** Compares the page's own price; null if it has none in a known currency. */
  readonly statistics: PriceStatistics | null;
  readonly line: Sparkline | undefined;
  readonly row: WatchRow | undefined;
  /** The product's own. */
  readonly rules: readonly AlertRule[];
  readonly shops: readonly Offer[];
}

type Reading = Shown["read"]["reading"];

/** A page may show the price of what is out of stock. */
function isSoldOut(reading: Reading): boolean {
  return reading.kind === "sold-out" || (reading.kind === "price" && reading.availability === "out");
}

function pagePrice(reading: Reading): PagePrice | null {
  if (reading.kind !== "price" || reading.currency === null || isSoldOut(reading)) return null;
  return { price: reading.price, currency: reading.currency };
}

function isUsed({ condition }: Offer): boolean {
  return condition !== null && condition !== "new";
}

/** An offer of each other shop, the cheapest first: a used one only if the shop has no new one. */
function otherShops(offers: readonly Offer[], host: string): Offer[] {
  const ordered = offers
    .filter(({ retailer, availability }) => retailer !== host && availability !== "out")
    .sort((one, other) => Number(isUsed(one)) - Number(isUsed(other)) || one.price - other.price);
  return [...new Map(ordered.toReversed().map((offer) => [offer.retailer, offer])).values()].reverse();
}

async function readKnown({ tabId, read, url }: Shown, product_key: string): Promise<Known> {
  const product_keys = [product_key];
  const [statistics, lines, rows, own, foreign, listed] = await Promise.all([
    evaluatePage(tabId, product_key, pagePrice(read.reading)),
    call("watch.sparklines", { product_keys, days: 90 }),
    call("watch.rows", { product_keys }),
    call("offers.get", { ids: product_keys, local_only: true }),
    call("offers.foreign", { product_key }),
    call("rules.list", { product_key }),
  ]);
  const products = [...(own.ok ? own.data.data : []), ...(foreign.ok ? foreign.data.currencies : [])];
  return {
    statistics,
    line: lines.ok ? lines.data.lines[0] : undefined,
    row: rows.ok ? rows.data.rows[0] : undefined,
    rules: listed.ok
      ? listed.data.rules.filter(
          (rule) => rule.product_key === product_key || rule.trigger.kind === "back_in_stock",
        )
      : [],
    shops: otherShops(
      products.flatMap(({ offers }) => offers),
      hostOf(url),
    ),
  };
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}

interface ShownProductProps {
  readonly shown: Shown;
  readonly onChanged: () => void;
}

/** The product on the page: its price, what is known about it, and how to watch it. */
export function ShownProduct({ shown, onChanged }: ShownProductProps) {
  const { url, read } = shown;
  const { reading, product_key: productKey } = read;
  const page = pagePrice(reading);
  const [known, setKnown] = useState<Known | null>(null);
  const canWatch = reading.kind === "price" || reading.kind === "sold-out";
  // Anew for each reading of the page: it may be watched since.
  useEffect(() => {
    const { product_key: key } = shown.read;
    if (key !== null) void readKnown(shown, key).then(setKnown);
  }, [shown]);
  return (
    <>
      <h1>{reading.title ?? said.unread}</h1>
      <Price reading={reading} />
      {known && page && <PageVerdict known={known} page={page} />}
      {!canWatch && <AppLink url={url} text={said.addInApp} />}
      {canWatch && (productKey === null || known !== null) && (
        <Watching shown={shown} known={known} onChanged={onChanged} />
      )}
      {known?.line && <History line={known.line} />}
      {known && known.shops.length > 0 && <Shops shops={known.shops} />}
      <Visits shown={shown} onChanged={onChanged} />
    </>
  );
}

function Price({ reading }: { readonly reading: Reading }) {
  switch (reading.kind) {
    case "price":
    case "sold-out":
      return (
        <p className="price">
          <strong>{priceText(reading)}</strong> <span className="quiet">{said.onThisPage}</span>
        </p>
      );
    case "several":
      return <p>{said.several}</p>;
    case "unread":
      return <p className="quiet">{reading.reason}</p>;
    default:
      return assertNever(reading);
  }
}

function priceText(reading: Extract<Reading, { kind: "price" | "sold-out" }>): string {
  if (isSoldOut(reading) || reading.kind === "sold-out") return said.soldOut;
  return formatPrice(reading.price, reading.currency, reading.sign);
}

/** A link to a shop's page, in a tab of its own. */
function ShopLink({ offer, text }: { readonly offer: Offer; readonly text: string }) {
  return (
    <a href={offer.URL} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}

interface PageVerdictProps {
  readonly known: Known;
  readonly page: PagePrice;
}

/** A cheaper shop first, then the verdict on the page's own price, with the gauge. */
function PageVerdict({ known: { statistics, shops }, page }: PageVerdictProps) {
  const best = shops.find((offer) => offer.currency === page.currency && !isUsed(offer));
  const verdict = statistics?.verdict;
  return (
    <section>
      {best && best.price >= page.price && <p>{said.bestHere}</p>}
      {best && best.price < page.price && (
        <p className="cheaper">
          <ShopLink
            offer={best}
            text={said.cheaperAt(formatMoney(best.price, best.currency), best.retailer)}
          />
        </p>
      )}
      {statistics && verdict && verdict.kind !== "none" && (
        <>
          <h2 className={`verdict is-${verdict.kind}`}>
            {verdictHeadline(verdict, verdicts, formatMoney)}{" "}
            {verdict.grade !== null && <span className="grade">{verdict.grade}</span>}
          </h2>
          <Gauge levels={{ ...tideLevels(statistics), price: page.price }} currency={page.currency} />
          <p className="quiet">{verdictSentence(verdict.facts, verdictTexts, sentenceFormats)}</p>
        </>
      )}
    </section>
  );
}

const maxShops = 4;

function Shops({ shops }: Pick<Known, "shops">) {
  return (
    <section>
      <h2>{said.shops}</h2>
      <ul className="shops">
        {shops.slice(0, maxShops).map((offer) => (
          <li key={offer.retailer}>
            <ShopLink offer={offer} text={offer.retailer} />
            {offer.condition !== null && isUsed(offer) && (
              <span className="quiet">{conditions[offer.condition]}</span>
            )}
            <span className="figure">{formatMoney(offer.price, offer.currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A picture drawn by the shared code, which cannot contain anything of a page. */
function Drawing({ svg, name }: { readonly svg: string; readonly name: string }) {
  return <img className="drawing" alt={name} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />;
}

const darkTheme = matchMedia("(prefers-color-scheme: dark)");

function onThemeChange(listener: () => void): () => void {
  darkTheme.addEventListener("change", listener);
  return () => darkTheme.removeEventListener("change", listener);
}

/** The colors of drawings in the present theme. */
function useTideColors() {
  return tideColors[useSyncExternalStore(onThemeChange, () => darkTheme.matches) ? "dark" : "light"];
}

const drawingWidth = 328;

function Gauge({ levels, currency }: { readonly levels: TideLevels; readonly currency: string }) {
  const colors = useTideColors();
  const shape = tideShape(levels);
  if (shape === null) return null;
  const { low, high, isHighTide } = levels;
  const name = [low, high].flatMap((level) => (level === null ? [] : formatMoney(level, currency)));
  const drawn = isHighTide ? { ...colors, water: colors.high, deep: colors.high } : colors;
  return <Drawing svg={tidePicture(shape, drawingWidth, drawn)} name={name.join(" – ")} />;
}

const lineHeight = 60;

/** The best price of the last 90 days, as steps. */
function historyPath({ points }: Pick<Sparkline, "points">, nowMs: number): string {
  const prices = points.flatMap(([, price]) => price ?? []);
  const [first] = points;
  if (first === undefined || prices.length === 0) return "";
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const endMs = Math.max(nowMs, points.at(-1)?.[0] ?? nowMs);
  const x = (ms: number) => Math.round(((ms - first[0]) / Math.max(1, endMs - first[0])) * drawingWidth);
  const y = (price: number) =>
    Math.round(4 + (1 - (price - low) / Math.max(0.01, high - low)) * (lineHeight - 8));
  let path = "";
  let isDrawing = false;
  for (const [ms, price] of points) {
    if (isDrawing) path += `H${x(ms)}`;
    if (price !== null) path += isDrawing ? `V${y(price)}` : `M${x(ms)} ${y(price)}`;
    isDrawing = price !== null;
  }
  return isDrawing ? `${path}H${drawingWidth}` : path;
}

/** The chart, with its first and last day and its prices in words. */
function History({ line }: { readonly line: Sparkline }) {
  const color = useTideColors().water;
  const nowMs = Date.now();
  const path = historyPath(line, nowMs);
  if (path === "") return null;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${drawingWidth}" height="${lineHeight}"><path d="${path}" fill="none" stroke="${color}" stroke-width="2"/></svg>`;
  const days = [line.points[0]?.[0] ?? nowMs, nowMs];
  const prices = line.points.flatMap(([, price]) => price ?? []);
  const amounts = new Set([Math.min(...prices), Math.max(...prices)]);
  return (
    <figure>
      <Drawing svg={svg} name="" />
      <figcaption className="quiet">
        <span>{days.map((ms) => sentenceFormats.date(new Date(ms).toISOString())).join(" – ")}</span>
        <span>{[...amounts].map((amount) => formatMoney(amount, line.currency)).join(" – ")}</span>
      </figcaption>
    </figure>
  );
}

interface WatchingProps {
  readonly shown: Shown;
  readonly known: Known | null;
  readonly onChanged: () => void;
}

/** Watches the product, or changes its target. While it is out of stock, an alert comes when it is back. */
function Watching({ shown, known, onChanged }: WatchingProps) {
  const { reading } = shown.read;
  const row = known?.row;
  const isOut = isSoldOut(reading);
  const isTold = isOut && row !== undefined && ownRule(known, "back_in_stock")?.is_enabled === true;
  const isPriced = reading.kind === "price";
  const [asked, setAsked] = useState<Extract<WatchFailure, { linkId: number }> | null>(null);
  const [amount, setAmount] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Its sign is enough for a target: the currency is asked next.
  const currency = row?.best?.currency ?? (isPriced ? (reading.currency ?? reading.sign) : null);
  const save = async (chosen?: string) => {
    const target = amount.trim() === "" ? null : parseTarget(amount);
    if (amount.trim() !== "" && target === null) return setProblem(said.badTarget);
    setBusy(true);
    const answered = asked && chosen !== undefined ? { linkId: asked.linkId, currency: chosen } : null;
    const result = await watchPage(shown, target, answered);
    setBusy(false);
    if (result === null) return onChanged();
    if ("linkId" in result) return setAsked(result);
    setProblem(result.problem);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const target = row?.target;
  const watchText = row ? said.setTarget : said.watch;
  return (
    <form onSubmit={submit} className="watching">
      {row && (
        <p role="status" className="good">
          {target ? said.watchingTo(formatMoney(target.price, target.currency)) : said.watching}
        </p>
      )}
      {isTold && <p role="status">{said.toldOfReturn}</p>}
      {currency !== null && !isOut && (
        <label>
          {said.target(currency)}
          <input
            inputMode="decimal"
            maxLength={20}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </label>
      )}
      {asked !== null && (
        <fieldset>
          <legend>{said.noCurrency}</legend>
          {asked.currencies.map((code) => (
            <button key={code} type="button" onClick={() => void save(code)}>
              {code}
            </button>
          ))}
        </fieldset>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
      {!isTold && (
        <button type="submit" className="primary" disabled={isBusy}>
          {isOut ? said.tellOfReturn : watchText}
        </button>
      )}
    </form>
  );
}

type WatchFailure =
  | { readonly problem: string }
  /** The page's currency is asked; the link waits for the answer. */
  | { readonly linkId: number; readonly currencies: readonly string[] };

const failed: WatchFailure = { problem: said.failed };

type Target = NonNullable<ReturnType<typeof parseTarget>>;

/** The rule of a kind that a new one replaces. */
function ownRule(known: Known | null, kind: AlertRule["trigger"]["kind"]): AlertRule | undefined {
  return known?.rules.find(({ trigger }) => trigger.kind === kind);
}

/** Adds the page, or answers what its link asks. */
async function putLink({ url, html, read }: Shown, target: Target | null, answered: Answered | null) {
  if (answered !== null)
    return call("links.answer", { ids: [answered.linkId], options: { currency: answered.currency } });
  const alert = isSoldOut(read.reading) ? { alerts_on_return: true } : target && { target };
  return call("links.add", { links: [{ text: url, html, options: { ...alert } }] });
}

interface Answered {
  readonly linkId: number;
  readonly currency: string;
}

/**
 * Adds and watches the page's product, with an alert of its return if the page is out of stock, else of a target if one
 * is wanted; null on success. Anything but a question about the currency leaves nothing behind.
 */
async function watchPage(
  shown: Shown,
  target: Target | null,
  answered: Answered | null,
): Promise<WatchFailure | null> {
  const put = await putLink(shown, target, answered);
  const linkId = put.ok ? put.data.links[0]?.id : undefined;
  if (linkId === undefined) return failed;
  const waited = await call("links.wait", { ids: [linkId] });
  const link = waited.ok ? waited.data.links[0] : undefined;
  if (link?.question?.outcome === "currency") {
    const { possible } = link.question;
    return { linkId, currencies: possible.length > 0 ? possible.slice(0, 6) : ["USD", "EUR", "GBP"] };
  }
  if (link?.result != null) return link.reason === null ? null : { problem: said.otherCurrency };
  await call("links.dismiss", { ids: [linkId] });
  return failed;
}

/** The user's consent to read the shop's watched pages at each visit. */
function Visits({ shown: { tabId, url }, onChanged }: ShownProductProps) {
  const [isOn, setOn] = useState(false);
  useEffect(() => void isAgreed(url).then(setOn), [url]);
  const change = async () => {
    await (isOn ? disagree(url) : agree(url));
    const isAgreedNow = await isAgreed(url);
    setOn(isAgreedNow);
    if (!isAgreedNow) return;
    // The page stands there already: this visit counts, too.
    await passOn(tabId, url);
    onChanged();
  };
  return (
    <label className="visits">
      <input type="checkbox" checked={isOn} onChange={() => void change()} />
      <span>
        {said.visits(hostOf(url))}
        <span className="quiet">{said.visitsAbout}</span>
      </span>
    </label>
  );
}
