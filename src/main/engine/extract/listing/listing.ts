import { groupBy, maxOf } from "../../../../shared/arrays.js";
import { normaliseProductUrl } from "../../domain/product-url.js";
import { roundAmount } from "../amounts/money.js";
import { currencyHints, likelyCurrencies } from "../amounts/page-currency.js";
import { collectPage } from "../html/collect-page.js";
import { othersHeading } from "../html/heading.js";
import { around, type OutlineElement } from "../html/outline.js";
import type { PageFacts, TextElement } from "../html/page-facts.js";
import { addressOf } from "../readers/page-picture.js";
import { listedPriceReader, type ReadPrice } from "../text/read-prices.js";
import type { StockSpot } from "../text/spot.js";
import { type CardPlace, findCards, isLikely, thingsInCards } from "./cards.js";
import { type ListedData, listedData } from "./listed-data.js";
import { baseOf, type ListedLink, listedLinks, Menus } from "./listed-link.js";

/** One of the products, or other links, of a page. */
export interface ListedItem {
  readonly url: string;
  readonly title: string | null;
  /** In units of the currency, such as euros; `null` if the page shows none. */
  readonly price: number | null;
  readonly currency: string | null;
  /** Beside a price without a currency. */
  readonly sign: string | null;
  readonly isSoldOut: boolean;
  readonly image: string | null;
  /** Whether it looks like one of the products that the page lists. */
  readonly isSuggested: boolean;
}

export interface Listing {
  /** The page's heading or title. */
  readonly name: string | null;
  readonly items: readonly ListedItem[];
  /** The currencies to which the page points, the likeliest first, for prices that do not say theirs. */
  readonly likelyCurrencies: readonly string[];
}

type Item = { -readonly [Key in keyof ListedItem]: ListedItem[Key] } & {
  readonly key: string;
  readonly shape: string | null;
  /** Whether its link may be that of a product, although no price says so. */
  isLikely: boolean;
  /** Whether it is recommended beside what the page lists. */
  isRecommended: boolean;
};

function isOffered({ role, per, purpose, isMarked, isCalledPrice }: ReadPrice): boolean {
  return (
    (role === "now" || role === "from") && per === null && purpose === null && (isMarked || isCalledPrice)
  );
}

/** How clearly a price is that of the card's product. */
function clarityOf({ isCalledPrice, isNamedNow, isProse, words }: ReadPrice): number {
  return (isCalledPrice ? 2 : 0) + (isNamedNow ? 1 : 0) + (words === "" ? 1 : 0) - (isProse ? 3 : 0);
}

/** What a card's product costs now. Without any other, a price that only its class calls old is still asked. */
function priceOf(prices: readonly ReadPrice[]): ReadPrice | null {
  const offered = prices.filter(isOffered);
  const asked = offered.length > 0 ? offered : prices.filter((each) => each.role === "old" && !each.isStruck);
  const clarity = maxOf(asked.map(clarityOf));
  return asked
    .filter((each) => clarityOf(each) === clarity)
    .reduce<ReadPrice | null>((low, each) => (low === null || each.price < low.price ? each : low), null);
}

function isWithin(element: OutlineElement, outer: OutlineElement): boolean {
  for (const each of around(element, outer.outer)) if (each === outer) return true;
  return false;
}

/** The link of a card's product, among those to reviews, brands and the cart. */
function mainLink({ links }: CardPlace): ListedLink | null {
  const scoreOf = (link: ListedLink) => {
    const uses = links.filter(({ key }) => key === link.key).length;
    const words = Math.min(link.text.split(" ").length, 4);
    return (
      2 * link.likelihood +
      (link.isHeading ? 3 : 0) +
      (link.isPicture ? 1 : 0) +
      Math.min(uses, 3) +
      words / 2
    );
  };
  return links
    .filter(isLikely)
    .reduce<ListedLink | null>(
      (best, link) => (best === null || scoreOf(link) > scoreOf(best) ? link : best),
      null,
    );
}

const maxTitleLength = 300;

function isTitle(text: string): boolean {
  return (
    text.length <= maxTitleLength && /\p{L}{2}/u.test(text) && !/^[^\p{L}]*\d[\d.,\s]*[^\p{L}]*$/u.test(text)
  );
}

function longest(texts: readonly string[]): string | null {
  return texts.reduce<string | null>((most, text) => (text.length > (most?.length ?? 0) ? text : most), null);
}

/** The name that a card gives its product: its heading, the text of the link, or that of the picture. */
function titleOf(link: ListedLink, card: CardPlace, parts: CardParts): string | null {
  const own = card.links.filter(({ key }) => key === link.key);
  const headings = parts.headings.map(({ text }) => text).filter(isTitle);
  const isWhole = ({ element }: ListedLink) => card.spots.some((spot) => isWithin(spot.element, element));
  const texts = own.filter((each) => !isWhole(each)).map(({ text }) => text);
  const labels = own.flatMap(({ element: { attributes } }) => [attributes.title, attributes["aria-label"]]);
  const alts = parts.images.map(({ attributes }) => attributes.alt);
  const said = [...labels, ...alts].filter((text) => text !== undefined).map((text) => text.trim());
  const whole = own.map(({ text }) =>
    text.replace(/\s*(?:\p{Sc}\s?\d|\d[\d.,]*\s?(?:\p{Sc}|[A-Z]{3}\b)).*$/u, ""),
  );
  // A heading of a word or two is that of the brand.
  const hasName = (text: string) => text.split(" ").length >= minNameWords;
  const options = [
    headings.filter(hasName).slice(0, 1),
    texts,
    whole.filter(hasName),
    headings,
    said,
    whole,
  ].map((each) => each.filter(isTitle));
  return longest(options.find((each) => each.length > 0) ?? []);
}

const minNameWords = 3;

/** The parts of the page within a card. */
interface CardParts {
  readonly headings: readonly TextElement[];
  readonly stocks: readonly StockSpot[];
  readonly images: readonly OutlineElement[];
}

function isSoldOut({ stocks }: CardParts): boolean {
  const isIn = stocks.some(({ availability, isControl }) => availability === "in" && isControl);
  return !isIn && stocks.some(({ availability, isPlain }) => availability === "out" && isPlain);
}

function absolute(address: string | null, base: URL): string | null {
  return address !== null && URL.canParse(address, base) ? new URL(address, base).href : null;
}

/** Whether the heading above a card recommends others than what the page is about. */
function recommendations(facts: PageFacts, cards: readonly CardPlace[]): (card: CardPlace) => boolean {
  const headings = facts.headings.filter(
    ({ element }) => /^h[1-4]$/.test(element.tag) && !cards.some((card) => isWithin(element, card.element)),
  );
  return ({ element }) => {
    const above = headings.findLast(({ element: heading }) => heading.to <= element.from);
    return above !== undefined && above.element.tag !== "h1" && othersHeading.test(above.text);
  };
}

/** Whether a link without a price may be that of a product. */
function mayBeProduct({ likelihood, isMenu, isHeading, isPicture }: ListedLink): boolean {
  return !isMenu && (likelihood > 1 || (likelihood === 1 && (isHeading || isPicture)));
}

class ListingReader {
  readonly #facts: PageFacts;
  readonly #url: URL;
  readonly #base: URL;
  readonly #items = new Map<string, Item>();

  constructor(html: string, url: URL) {
    this.#facts = collectPage(html, { isList: true });
    this.#url = url;
    this.#base = baseOf(this.#facts, url);
  }

  read(): Listing {
    const facts = this.#facts;
    const menus = new Menus(facts);
    const links = listedLinks(facts, this.#url, menus);
    const cards = findCards(facts, links, menus);
    this.#addCards(cards);
    this.#addData(listedData(facts, this.#base));
    this.#addLinks(links, new Set(cards.flatMap((card) => card.links)));
    this.#suggestAlike();
    const name = facts.headingElement?.tag === "h1" ? facts.heading : facts.title;
    const items = [...this.#items.values()].map(
      ({ key: _, shape: __, isLikely: ___, isRecommended: ____, ...item }) => item,
    );
    const likely = likelyCurrencies(facts, currencyHints(facts, this.#url), []);
    return { name: name === "" ? null : name, items, likelyCurrencies: likely };
  }

  #addCards(cards: readonly CardPlace[]): void {
    const facts = this.#facts;
    const readPrices = listedPriceReader(facts, currencyHints(facts, this.#url));
    const headings = thingsInCards(facts.headings, cards);
    const stocks = thingsInCards(facts.spots.stocks, cards);
    const images = thingsInCards(
      facts.images.map((element) => ({ element })),
      cards,
    );
    const isRecommended = recommendations(facts, cards);
    for (const card of cards) {
      const parts: CardParts = {
        headings: headings.get(card.element) ?? [],
        stocks: stocks.get(card.element) ?? [],
        images: (images.get(card.element) ?? []).map(({ element }) => element),
      };
      const link = mainLink(card);
      const price = priceOf(readPrices(card.element, card.spots));
      if (link === null || price === null) continue;
      const [image = null] = parts.images.map(addressOf).filter((address) => address !== null);
      this.#put(link, {
        title: titleOf(link, card, parts),
        price: roundAmount(price.price, price.currency),
        currency: price.currency,
        sign: price.sign,
        isSoldOut: isSoldOut(parts),
        image: absolute(image, this.#base),
        isSuggested: true,
        isRecommended: isRecommended(card),
      });
    }
  }

  /** Adds an item, or what it says of one that is known. Of several prices, the first is that of the main offer. */
  #put(link: ListedLink, found: Omit<Item, "key" | "url" | "shape" | "isLikely">): void {
    const { key, url, shape } = link;
    const known = this.#items.get(key);
    if (known === undefined) {
      this.#items.set(key, { key, url, shape, isLikely: mayBeProduct(link), ...found });
      return;
    }
    // The longer one counts places in the list, or names the picture that was clicked.
    if (url.length < known.url.length) known.url = url;
    known.title ??= found.title;
    known.image ??= found.image;
    known.isLikely ||= mayBeProduct(link);
    known.isRecommended &&= found.isRecommended;
    if (found.price === null || known.price !== null) return;
    known.price = found.price;
    known.currency = found.currency;
    known.sign = found.sign;
    known.isSoldOut = found.isSoldOut;
  }

  #addData(data: readonly ListedData[]): void {
    const own = normaliseProductUrl(this.#url.href);
    for (const { key, url, title, price, currency, sign, availability, image } of data) {
      if (key === own) continue;
      const known = this.#items.get(key);
      const isSoldOutNow = availability === "out";
      if (known === undefined)
        this.#items.set(key, {
          key,
          url,
          title,
          price,
          currency,
          sign,
          shape: null,
          isLikely: true,
          image: absolute(image, this.#base),
          isSoldOut: isSoldOutNow,
          isSuggested: true,
          isRecommended: false,
        });
      else {
        known.title ??= title;
        known.price ??= price;
        if (known.price === price) {
          known.currency ??= currency;
          known.sign ??= sign;
        }
        known.image ??= absolute(image, this.#base);
        known.isSoldOut ||= isSoldOutNow;
      }
    }
  }

  /** Adds the links outside of cards; a card's other links are about its product. */
  #addLinks(links: readonly ListedLink[], inCards: ReadonlySet<ListedLink>): void {
    const alts = this.#altsOfLinks();
    for (const link of links) {
      if (inCards.has(link) && !this.#items.has(link.key)) continue;
      const { attributes } = link.element;
      const said = [link.text, attributes.title, attributes["aria-label"], alts.get(link.element)];
      const title = longest(said.flatMap((text) => text?.trim() ?? []).filter(isTitle));
      const known = this.#items.get(link.key);
      const none = { price: null, currency: null, sign: null, isSoldOut: false, image: null };
      const isRecommended = known?.isRecommended ?? false;
      this.#put(link, { title, ...none, isSuggested: false, isRecommended });
      // Data names products whose links stand on the page, too.
      if (known !== undefined && known.shape === null)
        this.#items.set(link.key, { ...known, shape: link.shape });
    }
  }

  #altsOfLinks(): ReadonlyMap<OutlineElement, string> {
    const alts = new Map<OutlineElement, string>();
    for (const image of this.#facts.images)
      for (const each of around(image, null)) {
        if (each.tag !== "a") continue;
        const { alt } = image.attributes;
        if (alt !== undefined && !alts.has(each)) alts.set(each, alt);
        break;
      }
    return alts;
  }

  /** Suggests links that are like those of products, and not recommendations beside them. */
  #suggestAlike(): void {
    const items = [...this.#items.values()];
    const listed = items.filter(({ isSuggested, isRecommended }) => isSuggested && !isRecommended);
    const isList = listed.length >= minAlike;
    const likely = items.filter((item) => item.isLikely);
    const alike = groupBy(isList ? listed : likely, ({ shape }) => shape);
    for (const item of likely)
      item.isSuggested ||=
        !item.isRecommended &&
        item.shape !== null &&
        (alike.get(item.shape)?.length ?? 0) >= (isList ? 2 : minAlike);
    if (isList) for (const item of items) item.isSuggested &&= !item.isRecommended;
  }
}

/** Fewer are no list. */
const minAlike = 3;

/** What a page links to, with the prices that it shows beside. Never throws, whatever the page is. */
export function readListing(html: string, url: URL): Listing {
  return new ListingReader(html, url).read();
}
