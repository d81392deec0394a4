import { useCallback, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { assertNever } from "../../shared/assert-never.js";
import type { Offer } from "../../shared/contract/offer.js";
import {
  conditionWords,
  gradeText,
  paidText,
  type ShopNamer,
  verdictHeadline,
  verdictSentence,
} from "../../shared/texts/sentences.js";
import { type TideLevels, tideLevels, tideShape } from "../../shared/tide/geometry.js";
import { tideColors, tidePicture } from "../../shared/tide/picture.js";
import { hasPanel, setPanel } from "../panel.js";
import {
  conditions,
  formatMoney,
  formatPrice,
  offers,
  said,
  sentenceFormats,
  verdicts,
  verdictTexts,
} from "../texts.js";
import { agree, disagree, isAgreed, type PagePrice } from "../visits.js";
import { AppLink } from "./app-link.js";
import { Changes } from "./changes.js";
import { History } from "./history.js";
import {
  hostOf,
  isSoldOut,
  isUsed,
  type Known,
  metCondition,
  pagePrice,
  type Reading,
  readKnown,
  type Shown,
} from "./read-product.js";
import { type Done, Watching, WhichProduct } from "./watching.js";

interface ShopNames {
  readonly shop: ShopNamer;
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
  const shop: ShopNamer = (host) => read.shop_names[host] ?? host;
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
      <h1 className="two-lines breaks">{reading.title ?? said.unread}</h1>
      <Price reading={reading} />
      {known && page && <PageVerdict {...{ known, page, shop }} />}
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
      {!isPanel && known && known.shops.length > 0 && <Shops shops={known.shops} shop={shop} />}
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
      return isSoldOut(reading) ? <ShownPrice text={said.soldOut} /> : <PagePrices reading={reading} />;
    case "sold-out":
      return <ShownPrice text={said.soldOut} />;
    case "several":
      return null;
    case "unread":
      return <p className="quiet">{said.unreadAbout}</p>;
    default:
      return assertNever(reading);
  }
}

function ShownPrice({ text, about = said.onThisPage }: { readonly text: string; readonly about?: string }) {
  return (
    <p className="price">
      <strong>{text}</strong> <span className="quiet">{about}</span>
    </p>
  );
}

/** What the user pays, and what others do. */
function PagePrices({ reading }: { readonly reading: Extract<Reading, { kind: "price" }> }) {
  const money = (price: number) => formatPrice(price, reading.currency, reading.sign);
  const met = metCondition(reading);
  const others = reading.conditions.filter(({ counts, price }) => !counts && price < (met ?? reading).price);
  return (
    <>
      {met ? (
        <ShownPrice
          text={money(met.price)}
          about={`${verdictTexts.paid[met.kind]}, ${offers.otherwise(money(reading.price))}`}
        />
      ) : (
        <ShownPrice text={money(reading.price)} />
      )}
      {reading.condition && <p className="quiet condition">{conditions[reading.condition]}</p>}
      {others.map((each) => (
        <p key={each.kind} className="quiet condition">
          {conditionWords(each, offers)} {money(each.price)}
        </p>
      ))}
    </>
  );
}

interface ShopLinkProps {
  readonly offer: Offer;
  readonly text: string;
  readonly className?: string;
}

/** A link to a shop's page, in a tab of its own. */
function ShopLink({ offer, text, className = "" }: ShopLinkProps) {
  return (
    <a href={offer.URL} className={className} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}

/** The lowest price at another shop, as the user pays it. */
function bestElsewhere({ statistics, shops }: Known, { currency }: PagePrice) {
  const offers = shops.filter((offer) => offer.currency === currency && !isUsed(offer));
  const current = statistics?.current;
  const paid = offers.find(({ retailer }) => retailer === current?.retailer);
  if (current && paid) return { ...current, offer: paid };
  const [offer] = offers;
  return offer && { price: offer.price, offer, paid_with: undefined };
}

interface PageVerdictProps extends ShopNames {
  readonly known: Known;
  readonly page: PagePrice;
}

/** A cheaper shop first, then the verdict on the page's own price, with the gauge. */
function PageVerdict({ known, page, shop }: PageVerdictProps) {
  const { statistics } = known;
  const best = bestElsewhere(known, page);
  const verdict = statistics?.verdict;
  return (
    <section className="stack">
      {best && best.price >= page.price && verdict?.kind !== "bought" && (
        <p className="best-here">{said.bestHere}</p>
      )}
      {best && best.price < page.price && (
        <p className="cheaper strong">
          <ShopLink
            offer={best.offer}
            text={said.cheaperAt(
              paidText(formatMoney(best.price, page.currency), best, verdictTexts.paid),
              shop(best.offer.retailer),
            )}
          />
        </p>
      )}
      {statistics && verdict && verdict.kind !== "none" && (
        <>
          <h2 className={`verdict is-${verdict.kind}`}>
            {verdictHeadline(verdict, verdicts, formatMoney)}{" "}
            {verdict.grade !== null && <span className="grade">{gradeText(verdict.grade)}</span>}
          </h2>
          <Gauge levels={{ ...tideLevels(statistics), price: page.price }} currency={page.currency} />
          <p className="quiet facts">
            {verdictSentence(verdict.facts, verdictTexts, { ...sentenceFormats, shop })}
          </p>
        </>
      )}
    </section>
  );
}

const maxShops = 4;

function Shops({ shops, shop }: Pick<Known, "shops"> & ShopNames) {
  return (
    <details>
      <summary>{said.shops(shops.length)}</summary>
      <ul className="shops">
        {shops.slice(0, maxShops).map((offer) => (
          <li key={offer.retailer} className="line">
            <ShopLink className="truncate" offer={offer} text={shop(offer.retailer)} />
            {offer.condition !== null && isUsed(offer) && (
              <span className="quiet">{conditions[offer.condition]}</span>
            )}
            <span className="figure push">{formatMoney(offer.price, offer.currency)}</span>
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

interface ConsentProps {
  readonly text: string;
  readonly about: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: () => Promise<unknown>;
}

function Consent({ text, about, isOn, isDisabled = false, onChange }: ConsentProps) {
  return (
    <label className="consent stack tops">
      <input type="checkbox" checked={isOn} disabled={isDisabled} onChange={() => void onChange()} />
      <span>
        {text}
        <span className="quiet">{about}</span>
      </span>
    </label>
  );
}

interface ShopConsentsProps {
  readonly url: string;
  /** Whether the shop's prices come from visits only. */
  readonly isNeeded: boolean;
  readonly onChanged: () => void;
}

/** What the user allows at the shop: its watched pages are read at each visit, and the panel stands on them. */
function ShopConsents({ url, isNeeded, onChanged }: ShopConsentsProps) {
  const [given, setGiven] = useState({ visits: false, panel: false });
  const read = useCallback(async () => {
    setGiven({ visits: await isAgreed(url), panel: await hasPanel(url) });
  }, [url]);
  useEffect(() => void read(), [read]);
  const shop = hostOf(url);
  return (
    <details open={isNeeded || undefined}>
      <summary>{said.consents}</summary>
      <Consent
        text={said.visits(shop)}
        about={said.visitsAbout}
        isOn={given.visits}
        onChange={async () => {
          await (given.visits ? disagree(url) : agree(url));
          await read();
          onChanged();
        }}
      />
      <Consent
        text={said.panel}
        about={said.panelAbout}
        isOn={given.panel}
        isDisabled={!given.visits}
        onChange={() => setPanel(url, !given.panel).then(read)}
      />
    </details>
  );
}
