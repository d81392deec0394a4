import { Scale } from "lucide-react";
import { type FormEvent, useState } from "react";
import {
  isOtherSize,
  type PackSize,
  type PackUnit,
  packUnits,
  priceUnitOf,
  shownSize,
  sizeInTitle,
  unitPrice,
} from "../../../shared/app/pack-size.js";
import type { OfferTerms } from "../../../shared/app/pages.js";
import type { ConditionKind } from "../../../shared/app/paying.js";
import type { CallError, OperationResult } from "../../../shared/calls.js";
import type { Offer } from "../../../shared/contract/offer.js";
import type { Product } from "../../../shared/contract/product.js";
import { type CountedTerms, type PaidPrice, paidPrice } from "../../../shared/paid-price.js";
import { conditionWords } from "../../../shared/texts/sentences.js";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { ErrorNote } from "../../components/error-note.js";
import { SelectBox } from "../../components/select-box.js";
import { bridge } from "../../lib/bridge.js";
import { formatMoney, formatSize, formatUnitPrice } from "../../lib/format.js";
import { shopName } from "../../lib/shop-name.js";
import { locale, texts } from "../../lib/texts.js";
import { expireAnswers, useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { acceptPrice } from "../../stores/hand-edits.js";
import { countTerm } from "../../stores/paying.js";
import "./sections.css";

export type UnpricedPage = Pick<Offer, "id" | "retailer" | "URL">;

/** Facts about a product's offers besides their prices. */
export interface Terms {
  /** Addresses of the pages that Tidemark reads itself. */
  readonly urls: readonly string[];
  /** Those of them that have shown no price yet, because they are sold out. */
  readonly unpriced: readonly UnpricedPage[];
  /** How much is in a pack; null if unknown, or if the shops sell packs of different sizes. */
  readonly size: PackSize | null;
  /** Whether the shops sell packs of different sizes, as their pages say. */
  readonly areSizesMixed: boolean;
  /** The pack whose unit all prices per unit are stated in, so that they compare; null if no size is known. */
  readonly usualSize: PackSize | null;
  /** How much is in the offer's pack. */
  sizeOf(offer: Pick<Offer, "id">): PackSize | null;
  of(offer: Pick<Offer, "id">): OfferTerms;
  /** What the offer's page states for some shoppers, the lowest first. */
  conditionsOf(offer: Pick<Offer, "id">): ProductPage["conditions"];
  /** What the shopper pays for the offer. */
  paid(offer: Pick<Offer, "id" | "price">): PaidPrice;
  /** How often the shop has asked its list price; null if that is not known. */
  listPriceCheck(offer: Pick<Offer, "id">): ProductPage["list_price_check"];
  /** A price on the offer's page that counts once a second check confirms it. */
  heldPrice(offer: Pick<Offer, "id">): number | null;
  /** Whether the held price is the figure that the shopper has corrected. */
  isCorrected(offer: Pick<Offer, "id">): boolean;
  /** Whether the last check found the shop's page gone: its stock is then from before. */
  isGone(offer: Pick<Offer, "retailer">): boolean;
}

type ProductTerms = OperationResult<"offers.terms">;
type ProductPage = ProductTerms["pages"][number];

/** What counts beside the price of each offer. */
export type CountedByOffer = ReadonlyMap<string, readonly CountedTerms[]>;

export function countedByOffer(pages: ProductTerms["pages"]): CountedByOffer {
  return new Map(
    pages
      .filter(({ counted }) => counted.length > 0)
      .map(({ offer_id: id, counted }) => [
        id,
        counted.map(({ at, ...terms }) => ({ ...terms, atMs: Date.parse(at) })),
      ]),
  );
}

/** The sizes of each offer's pack. What the shopper has entered counts for all, unless the pages sell different ones. */
export function packSizes({
  pages,
  size,
  is_size_by_hand: isByHand,
}: ProductTerms): Pick<Terms, "areSizesMixed" | "usualSize" | "sizeOf"> {
  const [first, ...others] = pages.flatMap(({ terms }) => terms.size ?? []);
  const areSizesMixed = first !== undefined && others.some((each) => isOtherSize(each, first));
  return {
    areSizesMixed,
    usualSize: size ?? first ?? null,
    sizeOf: ({ id }) => {
      const own = pages.find((page) => page.offer_id === id)?.terms.size;
      return isByHand && !areSizesMixed ? size : (own ?? size);
    },
  };
}

const noTerms: ProductTerms = { pages: [], size: null, is_size_by_hand: false };

export function useTerms(productKey: string): Terms {
  const answer = useAnswer("offers.terms", { product_key: productKey }).data;
  const { pages, size } = answer ?? noTerms;
  const [schedule] = useAnswer("schedules.overview", { product_key: productKey }).data?.schedules ?? [];
  const counted = countedByOffer(pages);
  return {
    urls: pages.map(({ url }) => url),
    unpriced: pages
      .filter(({ has_price: hasPrice }) => !hasPrice)
      .map(({ offer_id: id, url }) => ({
        id,
        retailer: new URL(url).hostname.replace(/^www\./, ""),
        URL: url,
      })),
    size,
    ...packSizes(answer ?? noTerms),
    of: ({ id }) => pages.find((page) => page.offer_id === id)?.terms ?? {},
    conditionsOf: ({ id }) => pages.find((page) => page.offer_id === id)?.conditions ?? [],
    paid: ({ id, price }) => paidPrice(price, counted.get(id)?.at(-1)),
    listPriceCheck: ({ id }) => pages.find((page) => page.offer_id === id)?.list_price_check ?? null,
    heldPrice: ({ id }) => pages.find((page) => page.offer_id === id)?.held_price ?? null,
    isCorrected: ({ id }) => pages.some((page) => page.offer_id === id && page.is_corrected),
    isGone: ({ retailer }) =>
      schedule?.checks.some((check) => check.retailer === retailer && check.outcome === "gone") ?? false,
  };
}

/** `$0.74 per oz`, `2,60 € je 100 g`; empty if the pack's size is unknown. */
function perUnit(offer: Offer, size: PackSize | null, usual: PackSize | null): string {
  if (size === null) return "";
  const { price, per } = unitPrice(offer, size, usual);
  return texts().offers.perUnit[per](formatUnitPrice(price, offer.currency));
}

/** As `perUnit`; after the size of the offer's pack, where others have another one: `250 g · $2.60 per 100 g`. */
function packWords(offer: Offer, terms: Terms): string {
  const size = terms.sizeOf(offer);
  const words = perUnit(offer, size, terms.usualSize);
  return size !== null && terms.areSizesMixed ? `${formatSize(size, offer.currency)} · ${words}` : words;
}

function capitalized(text: string): string {
  return `${text.slice(0, 1).toLocaleUpperCase(locale())}${text.slice(1)}`;
}

/** The offers at what the shopper pays, which is what compares. */
export function asPaid(offers: readonly Offer[], terms: Terms): Offer[] {
  return offers.map((offer) => ({ ...offer, price: terms.paid(offer).price }));
}

/** Prices with conditions that are below what the shopper pays. */
function openConditions(offer: Offer, terms: Terms): ProductPage["conditions"] {
  const { price, shipping } = terms.paid(offer);
  return terms.conditionsOf(offer).filter((each) => each.price + shipping < price);
}

function shippingWords({ price, currency }: Offer, { shipping }: OfferTerms, isAlone: boolean): string {
  if (shipping === undefined) return "";
  const { offers } = texts();
  if (shipping === 0) return offers.freeShipping;
  const words = offers.withShipping(formatMoney(shipping, currency));
  return isAlone ? offers.inTotal(words, formatMoney(price + shipping, currency)) : words;
}

/** What one pays beside the price: `with the coupon on the page $79.99; + $4.99 shipping`; empty if the page does not say. */
export function payingWords(offer: Offer, terms: Terms): string {
  const { offers, reasons } = texts();
  const money = (amount: number) => formatMoney(amount, offer.currency);
  const { kind, shipping } = terms.paid(offer);
  const conditions = openConditions(offer, terms).map(
    (each) => `${conditionWords(each, offers)} ${money(each.price)}`,
  );
  const isAlone = kind === null && conditions.length === 0;
  const words = [
    ...(kind === null ? [] : [reasons.verdict.paid[kind], offers.otherwise(money(offer.price))]),
    ...conditions,
    shipping > 0 ? offers.shippingIncluded(money(shipping)) : shippingWords(offer, terms.of(offer), isAlone),
  ];
  return capitalized(words.filter((each) => each !== "").join("; "));
}

/** Lets the shopper say once that a price with a condition counts for them. */
function CountButtons({ offer, terms }: { readonly offer: Offer; readonly terms: Terms }) {
  const { paying } = texts();
  const kinds = new Set<ConditionKind>(openConditions(offer, terms).map(({ kind }) => kind));
  return [...kinds].map((kind) => (
    <button
      key={kind}
      type="button"
      className="text-button"
      aria-label={paying.sayAt(paying.say[kind], offer.retailer)}
      title={terms.conditionsOf(offer).find((each) => each.kind === kind)?.words}
      onClick={() => void countTerm({ retailer: offer.retailer, kind }, true)}
    >
      {paying.say[kind]}
    </button>
  ));
}

/** What one pays for an offer, pack size and unit price, for the table. */
export function OfferTermsNote({ offer, terms }: { readonly offer: Offer; readonly terms: Terms }) {
  const [paying, pack] = [payingWords(offer, terms), packWords(offer, terms)];
  if (paying === "" && pack === "") return null;
  return (
    <span className="offer-terms quiet">
      {paying !== "" && <span className="offer-paying">{paying}</span>}
      <CountButtons offer={offer} terms={terms} />
      {pack !== "" && <span>{pack}</span>}
    </span>
  );
}

/** Of a list of products: the one whose price is shown. */
export function CheapestListed({ offer, terms }: { readonly offer: Offer; readonly terms: Terms }) {
  const { cheapest } = terms.of(offer);
  if (cheapest === undefined) return null;
  const title = cheapest.title ?? cheapest.url;
  return (
    <p className="cheapest-listed">
      <span className="quiet">{texts().lists.cheapestNow}</span>{" "}
      {cheapest.url.startsWith("https://") ? (
        <Button variant="quiet" onClick={() => void bridge().invoke("shell:open-external", cheapest.url)}>
          {title}
        </Button>
      ) : (
        <span>{title}</span>
      )}
    </p>
  );
}

/** A price on the page that does not count for now, unless the shopper says that it is right. */
export function HeldPrice({ offer, terms }: { readonly offer: Offer; readonly terms: Terms }) {
  const price = terms.heldPrice(offer);
  if (price === null) return null;
  const { offers } = texts();
  const shown = formatMoney(price, offer.currency);
  return (
    <p className="held-price" role="status">
      {terms.isCorrected(offer) ? offers.stillReads(shown) : offers.held(shown)}{" "}
      <Button variant="quiet" onClick={() => void acceptPrice(offer.id)}>
        {offers.acceptPrice(shown)}
      </Button>
    </p>
  );
}

/** The cheapest offer including shipping, and what it costs, if it is another than `best`. */
function findCheaperDelivered(best: Offer, offers: readonly Offer[], terms: Terms) {
  const total = (offer: Offer) => {
    const { shipping } = terms.of(offer);
    const paid = terms.paid(offer);
    return shipping === undefined ? null : paid.price + shipping - paid.shipping;
  };
  const own = total(best);
  if (own === null) return null;
  return offers.reduce<{ readonly retailer: string; readonly cost: number } | null>((cheapest, offer) => {
    const cost = total(offer);
    const isComparable =
      offer.currency === best.currency &&
      offer.availability !== "out" &&
      (offer.condition ?? "new") === (best.condition ?? "new");
    if (cost === null || !isComparable) return cheapest;
    return cost < (cheapest?.cost ?? own) ? { retailer: offer.retailer, cost } : cheapest;
  }, null);
}

/** `List price $129.99: asked on 0 of 214 days`. */
function listPriceWords(offer: Offer, listPrice: number, terms: Terms): string {
  const { offers } = texts();
  const words = offers.listPrice(formatMoney(listPrice, offer.currency));
  const check = terms.listPriceCheck(offer);
  if (check === null) return words;
  const copies = check.copies === 0 ? null : { asked: check.asked_copies, all: check.copies };
  return `${words}: ${offers.listPriceAsked(check.asked, check.days, copies)}`;
}

interface PriceTermsProps {
  readonly best: Offer;
  readonly offers: readonly Offer[];
  readonly terms: Terms;
}

/** The shop's facts about the best price: list price, shipping, delivery. */
export function PriceTerms({ best, offers, terms }: PriceTermsProps) {
  const { offers: said } = texts();
  const { currency } = best;
  const own = terms.of(best);
  const delivered = findCheaperDelivered(best, offers, terms);
  const lines = [
    own.ordering === undefined ? "" : said.ordering[own.ordering],
    own.list_price === undefined ? "" : listPriceWords(best, own.list_price, terms),
    own.lowest_30_days === undefined ? "" : said.lowest30Days(formatMoney(own.lowest_30_days, currency)),
    payingWords(best, terms),
    delivered === null
      ? ""
      : said.cheaperDelivered(shopName(delivered.retailer), formatMoney(delivered.cost, currency)),
    packWords(best, terms),
  ].filter((line) => line !== "");
  if (lines.length === 0) return null;
  return (
    <ul className="price-terms quiet">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface PackSizeFactProps {
  readonly product: Product;
  readonly size: PackSize | null;
  /** Of the shown prices. */
  readonly currency: string;
}

/** The pack's size, and the form to set it. */
export function PackSizeFact({ product, size, currency }: PackSizeFactProps) {
  const [isOpen, setOpen] = useState(false);
  const { offers: said } = texts();
  return (
    <>
      <Button variant="quiet" icon={<Scale size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {size === null ? said.setSize : said.sizeIs(formatSize(size, currency, product.title))}
      </Button>
      {isOpen && (
        <PackSizeDialog product={product} size={size} currency={currency} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

const choiceNames = Object.keys(packUnits) as PackUnit[];

/** Fields prefilled with the known size, or the one in the title. */
function startOf(
  size: PackSize | null,
  title: string,
  currency: string,
): { amount: string; choice: PackUnit } {
  if (size === null) return { amount: "", choice: priceUnitOf({ amount: 1, unit: "g" }, currency) };
  const { amount, unit } = shownSize(size, title, currency);
  return { amount: String(amount), choice: unit };
}

function PackSizeDialog({
  product,
  size,
  currency,
  onClose,
}: PackSizeFactProps & { readonly onClose: () => void }) {
  const start = startOf(size ?? sizeInTitle(product.title), product.title, currency);
  const [amount, setAmount] = useState(start.amount);
  const [choice, setChoice] = useState(start.choice);
  const [error, setError] = useState<CallError | null>(null);
  const { common, offers: said } = texts();
  const { unit, factor } = packUnits[choice];
  const typed: PackSize = { amount: Number(amount) * factor, unit };
  const save = async (wanted: PackSize | null) => {
    const result = await callOnce("products.set_size", { product_key: product.service, size: wanted });
    if (!result.ok) return setError(result.error);
    expireAnswers("offers.terms");
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(typed);
  };
  return (
    <Dialog
      title={said.howMuch}
      description={said.sizeAbout(said.unitNames[priceUnitOf(typed, currency)])}
      onClose={onClose}
    >
      <form className="pack-size" onSubmit={submit}>
        <input
          className="field"
          type="number"
          aria-label={said.amount}
          required
          min={0.001}
          max={10_000}
          step="any"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
        <SelectBox
          label={said.unit}
          choices={choiceNames.map((value) => ({ value, label: said.unitChoices[value] }))}
          value={choice}
          onChange={setChoice}
        />
        {error && <ErrorNote error={error} />}
        <div className="dialog-actions">
          {size !== null && (
            <Button variant="quiet" onClick={() => void save(null)}>
              {said.forgetSize}
            </Button>
          )}
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary">
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
