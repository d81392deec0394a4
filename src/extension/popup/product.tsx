import { useContext, useEffect, useState, useSyncExternalStore } from "react";
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
import {
  conditions,
  formatMoney,
  formatPrice,
  said,
  sentenceFormats,
  verdicts,
  verdictTexts,
} from "../texts.js";
import { evaluatePage, type PagePrice } from "../visits.js";
import { AppLink } from "./app-link.js";
import { Changes } from "./changes.js";
import { History } from "./history.js";
import { ShopConsents } from "./shop-consents.js";
import { type Done, Watching, WhichProduct } from "./watching.js";

/** The page in the tab, as it was read. */
export interface Shown {
  readonly tabId: number;
  readonly url: string;
  readonly html: string;
  readonly read: AppOutput<"visits.read">;
}

/** What is known about a product. */
export interface Known {
  /** Compares the page's own price; null if it has none in a known currency. */
  readonly statistics: PriceStatistics | null;
  readonly line: Sparkline | undefined;
  readonly row: WatchRow | undefined;
  /** The product's own. */
  readonly rules: readonly AlertRule[];
  readonly shops: readonly Offer[];
}

export type Reading = Shown["read"]["reading"];

/** A page may show the price of what is out of stock. */
export function isSoldOut(reading: Reading): boolean {
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

export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}

export interface ShownProductProps {
  readonly shown: Shown;
  readonly onChanged: () => void;
}

/** The product on the page: its price, what is known about it, and how to watch it. */
export function ShownProduct({ shown, onChanged }: ShownProductProps) {
  const { url, read } = shown;
  const { reading, product_key: productKey } = read;
  const page = pagePrice(reading);
  const isPanel = useContext(Changes) !== "popup";
  const [known, setKnown] = useState<Known | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const onDone = (next: Done | null) => {
    setDone(next);
    onChanged();
  };
  const canWatch = reading.kind === "price" || reading.kind === "sold-out";
  // Anew for each reading of the page: it may be watched since.
  useEffect(() => {
    const { product_key: key } = shown.read;
    if (key !== null) void readKnown(shown, key).then(setKnown);
    else setKnown(null);
  }, [shown]);
  return (
    <>
      <h1>{reading.title ?? said.unread}</h1>
      <Price reading={reading} />
      {known && page && <PageVerdict known={known} page={page} />}
      {reading.kind === "several" && <WhichProduct shown={shown} onDone={onDone} />}
      {reading.kind === "unread" && (
        <AppLink to={{ url }} isButton>
          {said.addInApp}
        </AppLink>
      )}
      {canWatch && (productKey === null || known !== null) && (
        <Watching {...{ shown, known, done, onDone }} />
      )}
      {known?.line && <History line={known.line} />}
      {!isPanel && known && known.shops.length > 0 && <Shops shops={known.shops} />}
      {!isPanel && <ShopConsents url={url} isNeeded={needsVisits(known)} onChanged={onChanged} />}
    </>
  );
}

/** Whether checks fail at the shop, so that only visits show its prices. */
function needsVisits(known: Known | null): boolean {
  return known?.row?.health.state === "blocked" || (known?.row?.to_visit.length ?? 0) > 0;
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
      return null;
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
      {best && best.price >= page.price && <p className="best-here">{said.bestHere}</p>}
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
          <p className="quiet facts">{verdictSentence(verdict.facts, verdictTexts, sentenceFormats)}</p>
        </>
      )}
    </section>
  );
}

const maxShops = 4;

function Shops({ shops }: Pick<Known, "shops">) {
  return (
    <details>
      <summary>{said.shops(shops.length)}</summary>
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
    </details>
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
