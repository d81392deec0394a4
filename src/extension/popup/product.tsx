import { type FormEvent, useEffect, useState, useSyncExternalStore } from "react";
import type { AppOutput } from "../../shared/app/operations.js";
import type { PriceStatistics } from "../../shared/app/statistics.js";
import type { Sparkline, WatchRow } from "../../shared/app/watch.js";
import { verdictSentence } from "../../shared/texts/sentences.js";
import { tideShape } from "../../shared/tide/geometry.js";
import { tideColors, tidePicture } from "../../shared/tide/picture.js";
import { call } from "../engine.js";
import { agree, disagree, isAgreed } from "../visits.js";
import { AppLink } from "./app-link.js";
import { formatMoney, parseAmount, said, sentenceFormats, verdicts, verdictTexts } from "./texts.js";

/** The page in the tab, as it was read. */
export interface Shown {
  readonly tabId: number;
  readonly url: string;
  readonly html: string;
  readonly read: AppOutput<"visits.read">;
}

type Figures = AppOutput<"products.figures">["figures"][number];

/** What is known about a product. */
interface Known {
  readonly figures: Figures | null;
  readonly statistics: PriceStatistics | null;
  readonly line: Sparkline | null;
  readonly row: WatchRow | null;
  readonly shops: readonly { readonly retailer: string; readonly price: number; readonly currency: string }[];
}

async function readKnown(productKey: string): Promise<Known> {
  const product_keys = [productKey];
  const [figures, statistics, lines, rows, own, foreign] = await Promise.all([
    call("products.figures", { product_keys }),
    call("app.statistics", { product_key: productKey }),
    call("watch.sparklines", { product_keys, days: 90 }),
    call("watch.rows", { product_keys }),
    call("offers.get", { ids: [productKey], local_only: true }),
    call("offers.foreign", { product_key: productKey }),
  ]);
  const offers = [
    ...(own.ok ? own.data.data.flatMap((product) => product.offers) : []),
    ...(foreign.ok ? foreign.data.currencies.flatMap((each) => each.offers) : []),
  ];
  const abroad = foreign.ok
    ? foreign.data.currencies.find(({ currency }) => currency === foreign.data.shown_currency)
    : undefined;
  return {
    figures: figures.ok ? (figures.data.figures[0] ?? null) : null,
    statistics: abroad?.statistics ?? (statistics.ok ? statistics.data : null),
    line: lines.ok ? (lines.data.lines[0] ?? null) : null,
    row: rows.ok ? (rows.data.rows[0] ?? null) : null,
    shops: offers.flatMap(({ retailer, price, currency, availability }) =>
      retailer && price != null && currency && availability !== "out" ? [{ retailer, price, currency }] : [],
    ),
  };
}

interface ShownProductProps {
  readonly shown: Shown;
  readonly onChanged: () => void;
}

/** The product on the page: its price, what is known about it, and how to watch it. */
export function ShownProduct({ shown, onChanged }: ShownProductProps) {
  const { url, read } = shown;
  const { reading, product_key: productKey } = read;
  const [known, setKnown] = useState<Known | null>(null);
  // Anew for each reading of the page: it may be watched since.
  useEffect(() => {
    const { product_key: key } = read;
    if (key !== null) void readKnown(key).then(setKnown);
  }, [read]);
  const host = new URL(url).hostname.replace(/^www\./, "");
  return (
    <>
      <h1>{reading.kind === "unread" ? said.unread : reading.title}</h1>
      <Price reading={reading} />
      {known && <Judgement known={known} shop={host} />}
      {reading.kind === "price" && (productKey === null || known !== null) ? (
        <Watching shown={shown} row={known?.row ?? null} onChanged={onChanged} />
      ) : (
        reading.kind !== "price" && <AppLink url={url} text={said.addInApp} />
      )}
      <Visits url={url} shop={host} />
    </>
  );
}

function Price({ reading }: { readonly reading: Shown["read"]["reading"] }) {
  switch (reading.kind) {
    case "price":
      return (
        <p className="price">
          <strong>
            {reading.currency === null ? reading.price : formatMoney(reading.price, reading.currency)}
          </strong>{" "}
          <span className="quiet">{said.onThisPage}</span>
        </p>
      );
    case "sold-out":
      return <p className="price">{said.soldOut}</p>;
    case "several":
      return <p>{said.several}</p>;
    case "unread":
      return <p className="quiet">{reading.reason}</p>;
  }
}

/** The gauge, the verdict, the last 90 days and the other shops. */
function Judgement({
  known: { figures, statistics, line, row, shops },
  shop,
}: {
  readonly known: Known;
  readonly shop: string;
}) {
  const verdict = statistics?.verdict;
  const others = shops.filter(({ retailer }) => retailer !== shop).slice(0, 4);
  return (
    <>
      {verdict && verdict.kind !== "none" && (
        <section>
          <h2 className={`verdict is-${verdict.kind}`}>
            {verdicts[verdict.kind === "good" && verdict.grade?.startsWith("A") ? "great" : verdict.kind]}{" "}
            {verdict.grade !== null && <span className="grade">{verdict.grade}</span>}
          </h2>
          {figures && <Gauge figures={figures} target={row?.target?.price ?? null} />}
          {line && <History line={line} />}
          <p className="quiet">{verdictSentence(verdict.facts, verdictTexts, sentenceFormats)}</p>
        </section>
      )}
      {figures?.best && (
        <p>
          {figures.best.retailer === shop
            ? said.bestHere
            : said.bestAt(formatMoney(figures.best.price, figures.best.currency), figures.best.retailer)}
        </p>
      )}
      {others.length > 0 && (
        <section>
          <h2>{said.shops}</h2>
          <ul className="shops">
            {others.map(({ retailer, price, currency }) => (
              <li key={`${retailer} ${price} ${currency}`}>
                <span>{retailer}</span>
                <span className="figure">{formatMoney(price, currency)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
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

function Gauge({ figures, target }: { readonly figures: Figures; readonly target: number | null }) {
  const colors = useTideColors();
  const { best, low, high, usual_low: usualLow, usual_high: usualHigh } = figures;
  const usual = usualLow === null || usualHigh === null ? null : { low: usualLow, high: usualHigh };
  const shape = tideShape({ price: best?.price ?? null, low, high, usual, target });
  if (shape === null || best === null) return null;
  const name = [low, high].flatMap((level) => (level === null ? [] : formatMoney(level, best.currency)));
  return <Drawing svg={tidePicture(shape, drawingWidth, colors)} name={name.join(" – ")} />;
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

function History({ line }: { readonly line: Sparkline }) {
  const color = useTideColors().water;
  const path = historyPath(line, Date.now());
  if (path === "") return null;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${drawingWidth}" height="${lineHeight}"><path d="${path}" fill="none" stroke="${color}" stroke-width="2"/></svg>`;
  return <Drawing svg={svg} name="" />;
}

interface WatchingProps {
  readonly shown: Shown;
  readonly row: WatchRow | null;
  readonly onChanged: () => void;
}

/** Watches the product, or changes its target. */
function Watching({ shown, row, onChanged }: WatchingProps) {
  const { reading } = shown.read;
  const isPriced = reading.kind === "price";
  const [currencies, setCurrencies] = useState<readonly string[]>([]);
  const [amount, setAmount] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const currency = row?.best?.currency ?? (isPriced ? reading.currency : null);
  const save = async (chosen?: string) => {
    const target = amount.trim() === "" ? null : parseAmount(amount);
    if (amount.trim() !== "" && target === null) return setProblem(said.badTarget);
    setBusy(true);
    const result = await watchPage(shown, row, target, chosen);
    setBusy(false);
    if (result === null) return onChanged();
    if ("currencies" in result) return setCurrencies(result.currencies);
    setProblem(result.problem);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const target = row?.target;
  return (
    <form onSubmit={submit} className="watching">
      {row && (
        <p role="status" className="good">
          {target ? said.watchingTo(formatMoney(target.price, target.currency)) : said.watching}
        </p>
      )}
      {currency !== null && (
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
      {currencies.length > 0 && (
        <fieldset>
          <legend>{said.noCurrency}</legend>
          {currencies.map((code) => (
            <button key={code} type="button" onClick={() => void save(code)}>
              {code}
            </button>
          ))}
        </fieldset>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
      <button type="submit" className="primary" disabled={isBusy}>
        {row ? said.setTarget : said.watch}
      </button>
    </form>
  );
}

type WatchFailure = { readonly problem: string } | { readonly currencies: readonly string[] };

const failed: WatchFailure = { problem: said.failed };

interface Added {
  readonly productKey: string;
  readonly currency: string | null;
}

/** The page's product, which is added if its page is not known yet. */
async function addPage(
  { url, html, read }: Shown,
  currency: string | undefined,
): Promise<Added | WatchFailure> {
  if (read.is_known_page && read.product_key !== null)
    return {
      productKey: read.product_key,
      currency: read.reading.kind === "price" ? read.reading.currency : null,
    };
  const added = await call("links.add", { url, html, ...(currency !== undefined && { currency }) });
  if (!added.ok) return failed;
  const { data } = added;
  if (data.outcome === "currency")
    return { currencies: data.possible.length > 0 ? data.possible.slice(0, 6) : ["USD", "EUR", "GBP"] };
  return data.outcome === "added" ? { productKey: data.product_key, currency: data.currency } : failed;
}

/** Adds and watches the page's product, with a target if there is one; null on success. */
async function watchPage(
  shown: Shown,
  row: WatchRow | null,
  target: number | null,
  chosenCurrency?: string,
): Promise<WatchFailure | null> {
  const added = await addPage(shown, chosenCurrency);
  if (!("productKey" in added)) return added;
  const { productKey } = added;
  if (row === null) {
    const watched = await call("schedules.put", { ids: [productKey], schedule: "daily" });
    if (!watched.ok) return failed;
  }
  if (target === null) return null;
  const currency = row?.best?.currency ?? added.currency;
  const trigger = { kind: "target", price: target, ...(currency !== null && { currency }) } as const;
  const saved = await call("rules.save", {
    product_key: productKey,
    trigger,
    ...(await ownTarget(productKey)),
  });
  return saved.ok ? null : failed;
}

/** The rule that a new target replaces. */
async function ownTarget(productKey: string): Promise<{ id?: number }> {
  const listed = await call("rules.list", { product_key: productKey });
  const rule = listed.ok
    ? listed.data.rules.find(
        ({ product_key, trigger }) => product_key === productKey && trigger.kind === "target",
      )
    : undefined;
  return rule === undefined ? {} : { id: rule.id };
}

/** The user's consent to read the shop's watched pages at each visit. */
function Visits({ url, shop }: { readonly url: string; readonly shop: string }) {
  const [isOn, setOn] = useState(false);
  useEffect(() => void isAgreed(url).then(setOn), [url]);
  const change = async () => {
    await (isOn ? disagree(url) : agree(url));
    setOn(await isAgreed(url));
  };
  return (
    <label className="visits">
      <input type="checkbox" checked={isOn} onChange={() => void change()} />
      <span>
        {said.visits(shop)}
        <span className="quiet">{said.visitsAbout}</span>
      </span>
    </label>
  );
}
