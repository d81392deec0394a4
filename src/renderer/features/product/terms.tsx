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
import type { ConditionalPrice, OfferTerms } from "../../../shared/app/pages.js";
import type { CallError, OperationResult } from "../../../shared/calls.js";
import type { Offer } from "../../../shared/contract/offer.js";
import type { Product } from "../../../shared/contract/product.js";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { ErrorNote } from "../../components/error-note.js";
import { SelectBox } from "../../components/select-box.js";
import { bridge } from "../../lib/bridge.js";
import { formatMoney, formatSize, formatUnitPrice } from "../../lib/format.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { expireAnswers, useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { acceptPrice } from "../../stores/hand-edits.js";
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
  conditionsOf(offer: Pick<Offer, "id">): readonly ConditionalPrice[];
  /** A price on the offer's page that counts once a second check confirms it. */
  heldPrice(offer: Pick<Offer, "id">): number | null;
  /** Whether the held price is the figure that the shopper has corrected. */
  isCorrected(offer: Pick<Offer, "id">): boolean;
  /** Whether the last check found the shop's page gone: its stock is then from before. */
  isGone(offer: Pick<Offer, "retailer">): boolean;
}

type ProductTerms = OperationResult<"offers.terms">;

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

/** `+ $4.99 shipping, $54.98 in total`; empty if the page does not state it. */
function shippingWords({ price, currency }: Offer, { shipping }: OfferTerms): string {
  if (shipping === undefined) return "";
  const { offers } = texts();
  if (shipping === 0) return offers.freeShipping;
  return offers.withShipping(formatMoney(shipping, currency), formatMoney(price + shipping, currency));
}

/** Shipping, pack size, unit price and prices with conditions of an offer, for the table. */
export function OfferTermsNote({ offer, terms }: { readonly offer: Offer; readonly terms: Terms }) {
  const words = [shippingWords(offer, terms.of(offer)), packWords(offer, terms)].filter(
    (each) => each !== "",
  );
  // One that is no lower by now belongs to an earlier price.
  const conditions = terms.conditionsOf(offer).filter(({ price }) => price < offer.price);
  if (words.length + conditions.length === 0) return null;
  const { withCondition } = texts().offers;
  return (
    <span className="offer-terms quiet">
      {words.map((each) => (
        <span key={each}>{each}</span>
      ))}
      {conditions.map(({ kind, price, words: pageWords }) => (
        <span key={kind} className="offer-condition" title={pageWords}>
          {withCondition[kind](formatMoney(price, offer.currency), pageWords)}
        </span>
      ))}
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

/** The cheapest offer including shipping, if it is another than `best`. */
function findCheaperDelivered(best: Offer, offers: readonly Offer[], terms: Terms): Offer | null {
  const total = (offer: Offer) => {
    const { shipping } = terms.of(offer);
    return shipping === undefined ? null : offer.price + shipping;
  };
  const own = total(best);
  if (own === null) return null;
  return offers.reduce<Offer | null>((cheapest, offer) => {
    const sum = total(offer);
    const isComparable =
      offer.currency === best.currency &&
      offer.availability !== "out" &&
      (offer.condition ?? "new") === (best.condition ?? "new");
    if (sum === null || !isComparable) return cheapest;
    return sum < (cheapest === null ? own : (total(cheapest) ?? own)) ? offer : cheapest;
  }, null);
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
  const deliveredCost = delivered === null ? 0 : delivered.price + (terms.of(delivered).shipping ?? 0);
  const lines = [
    own.ordering === undefined ? "" : said.ordering[own.ordering],
    own.list_price === undefined ? "" : said.listPrice(formatMoney(own.list_price, currency)),
    own.lowest_30_days === undefined ? "" : said.lowest30Days(formatMoney(own.lowest_30_days, currency)),
    shippingWords(best, own),
    delivered === null
      ? ""
      : said.cheaperDelivered(shopName(delivered.retailer), formatMoney(deliveredCost, currency)),
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
