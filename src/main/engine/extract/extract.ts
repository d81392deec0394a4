import { overrides, type Recipe } from "../../../shared/recipe/recipe.js";
import type { CurrencyHints } from "./amounts/currency.js";
import { roundAmount } from "./amounts/money.js";
import { currencyFor, currencyHints, likelyCurrencies } from "./amounts/page-currency.js";
import { type BlockKind, blocks } from "./blocks.js";
import { type Candidate, candidatesIn, type Finding, type MainFindings } from "./candidate.js";
import { evidenceFor, isUnitAssumed } from "./choose/agreement.js";
import { type Decision, decide } from "./choose/decide.js";
import { furtherOffers } from "./choose/further-offers.js";
import { mainProducts, severalProducts } from "./choose/main-product.js";
import { withoutNoPrices } from "./choose/no-price.js";
import { paidInstead, signBeside, toOffer } from "./choose/offer.js";
import { namesOf, openPrices } from "./choose/open-prices.js";
import { identityOf, type PageIdentity } from "./choose/page-identity.js";
import { isAgreed, isUndoubted, reconsider } from "./choose/reconsider.js";
import { withStock } from "./choose/stock.js";
import { addressedOption } from "./choose/variant.js";
import { classifyBlock } from "./classify.js";
import { describeProduct, describeUnclear } from "./describe.js";
import type { ExtractedCandidate, ExtractedOffer, Extraction, PricePlace } from "./extraction.js";
import { collectPage } from "./html/collect-page.js";
import type { OutlineElement } from "./html/outline.js";
import type { PageFacts } from "./html/page-facts.js";
import { SelectorWatch } from "./html/selector-watch.js";
import { buyBoxOf, readBuyBox, watchBuyBox } from "./readers/buy-box.js";
import { readEmbeddedState } from "./readers/embedded-state.js";
import { readMetaTags } from "./readers/meta-tags.js";
import { isAboutProduct, readTextOffer, textOfferAt } from "./readers/text-offer.js";
import { readRecipe } from "./recipe/read-recipe.js";
import { readJsonLd } from "./schema-org/json-ld.js";
import { findProducts, shopNameOf } from "./schema-org/product.js";
import { type Amount, type PageAmounts, pageAmounts } from "./score/features.js";
import { type PriceModel, priceModel, type ScoredAmount } from "./score/price-score.js";
import { chooseShown, type ShownPrices } from "./text/choose-price.js";
import {
  isOwn,
  otherPlaces,
  type ReadPrice,
  readAmounts,
  readTextPrices,
  regionsOf,
  type SeenPrice,
  signOfAmount,
} from "./text/read-prices.js";
import { freeShippingOf, type ReadStock, readStock } from "./text/read-stock.js";
import { likeness } from "./text/words.js";

/** A fetched or saved page. */
export interface Page {
  readonly url: string;
  readonly html: string;
  /** Where redirects from `url` led; `url` by default. */
  readonly finalUrl?: string;
  /** Where the shopper has clicked the price: on this page, or on others of its host. */
  readonly recipe?: Recipe | null;
}

interface PageFindings {
  readonly findings: readonly Finding[];
  readonly shopName: string | null;
}

/** What the page states in markup made for programs. */
function readData(facts: PageFacts): PageFindings {
  const jsonLd = readJsonLd(facts);
  const meta = readMetaTags(facts);
  const findings = [
    ...findProducts(jsonLd, "json-ld"),
    ...findProducts(facts.microdata, "microdata"),
    ...findProducts(facts.rdfa, "rdfa"),
    ...(meta === null ? [] : [meta]),
  ];
  return { findings, shopName: shopNameOf([...jsonLd, ...facts.microdata]) };
}

/** With what its program starts from, and what it shows. */
function findingsOf(
  data: readonly Finding[],
  facts: PageFacts,
  prices: readonly ReadPrice[],
  text: Finding | null,
  hints: CurrencyHints,
): Finding[] {
  const amounts = new Set(prices.flatMap(({ price, otherPrice }) => [price, otherPrice ?? price]));
  const read = [...data, ...readEmbeddedState(facts, amounts, hints)];
  return text === null ? read : [...read, text];
}

function toCandidate(
  candidate: Candidate,
  { currency: currencyOf, ...reading }: Reading,
): ExtractedCandidate {
  const { availability, variant, product, from } = candidate;
  const currency = currencyOf(candidate);
  const price = candidate.price === null ? null : roundAmount(candidate.price, currency);
  const sign = currency === null ? signBeside(candidate.price, candidate, reading) : {};
  const name = product !== undefined ? { title: product } : variant === null ? {} : { variant };
  return { price, currency, ...sign, availability, ...name, from };
}

const maxCandidates = 50;

/** Where the page shows a price first; a shopper tells it from others by its words. */
function placeOf({ price, title, seller, sku, path }: Candidate, { facts, prices }: Reading): PricePlace {
  const shown = prices.filter((each) => each.price === price);
  const read = shown.find((each) => namesOf(each, facts).length > 0) ?? shown[0];
  const end = /\.(low|high)Price$/.exec(path)?.[1];
  const isEnd = end === undefined ? {} : ({ end: end === "low" ? "lowest" : "highest" } as const);
  if (read === undefined) return { words: title ?? seller ?? sku ?? null, spot: "data", ...isEnd };
  const spot = read.element.from < facts.headingAt ? "above-name" : "below-name";
  return { words: namesOf(read, facts).join(" · ") || null, spot, ...isEnd };
}

/** One of several prices. */
function toChoice(
  candidate: Candidate,
  reading: Reading,
  ranked: readonly ScoredAmount[],
): ExtractedCandidate {
  const choice = toCandidate(candidate, reading);
  if (candidate.variant !== null || candidate.product !== undefined) return choice;
  const scored = ranked.find(({ amount }) => amount.price === candidate.price);
  return {
    ...choice,
    place: placeOf(candidate, reading),
    ...(scored === undefined ? {} : { probability: Math.round(scored.probability * 100) / 100 }),
  };
}

/** The prices that the page shows, if its data has only others. They come last: a pick counts positions. */
function withShown(candidates: readonly Candidate[], { main, prices }: Reading): readonly Candidate[] {
  const isOther = ({ from, price }: Candidate) =>
    !["recipe", "buy-box", "text"].includes(from) && prices.every((each) => each.price !== price);
  if (!candidates.every(isOther)) return candidates;
  const shown = (main.get("text") ?? []).flatMap((finding) => finding.candidates);
  return [...candidates, ...shown.filter(({ price }) => price !== null)];
}

/** Condition and seller as other parts of the page say them, where the chosen one does not. */
function withOthersWords(chosen: Candidate, main: MainFindings): Candidate {
  // Another offer of the same source may be of another condition, even at the same price.
  const others = candidatesIn(main).filter(
    ({ price, from }) => price === null || (price === chosen.price && from !== chosen.from),
  );
  const first = (field: "condition" | "seller") =>
    others.find((each) => each[field] !== null)?.[field] ?? null;
  return {
    ...chosen,
    condition: chosen.condition ?? (first("condition") as Candidate["condition"]),
    seller: chosen.seller ?? first("seller"),
  };
}

/** What the readers make of a page, before anything is chosen. */
interface Sources {
  readonly url: string;
  readonly address: URL;
  readonly facts: PageFacts;
  readonly hints: CurrencyHints;
  readonly prices: readonly SeenPrice[];
  readonly shown: ShownPrices;
  readonly stock: ReadStock | null;
  readonly page: PageIdentity;
  /** What the recipe's selectors find. */
  readonly clicked: Finding | null;
  /** The buy box of shops whose pages need it, and all else. */
  readonly others: readonly Finding[];
  readonly shopName: string | null;
}

interface Reading extends Sources {
  readonly main: MainFindings;
  readonly freeShipping: readonly OutlineElement[];
  readonly pagePrice: number | "several" | null;
  readonly currency: (candidate: Candidate) => string | null;
}

/** The price that a page with a recipe has without it; `null` where it has none. */
function pagePriceOf(reading: Reading): number | "several" | null {
  if (!reading.main.has("recipe")) return null;
  const { shown, prices, currency, page } = reading;
  const main = new Map([...reading.main].filter(([origin]) => origin !== "recipe"));
  const decision = decide(main, page, { shown: shown.now, prices });
  if (decision.status === "ambiguous") return "several";
  if (decision.status === "nothing") return null;
  return toOffer(decision.candidate, currency(decision.candidate), main, reading).price;
}

/** What helps the shopper to tell the currency: the sign beside the same amount anywhere on the page, and likely ones. */
function withCurrencyHints(offer: ExtractedOffer, { facts, hints, prices }: Reading): ExtractedOffer {
  const { price, currency, sign: own } = offer;
  if (price === null || currency !== null) return offer;
  const sign = own ?? signOfAmount(price, facts, hints);
  const likely = likelyCurrencies(facts, hints, prices);
  return {
    ...offer,
    ...(sign === null ? {} : { sign }),
    ...(likely.length === 0 ? {} : { likely_currencies: likely }),
  };
}

/** Why a price is the page's. */
function evidenceOf(
  chosen: Candidate,
  { score }: Decision & { status: "found" },
  { price, currency }: ExtractedOffer,
  { main, prices, pagePrice }: Reading,
): Extraction["evidence"] {
  // The page shows the tax or a sale that its data leaves out.
  const isPaid = chosen.price !== null && price === roundAmount(chosen.price, currency);
  const witnesses = isPaid ? evidenceFor(chosen, main, prices) : {};
  const isAssumed = isPaid && isUnitAssumed(chosen) && witnesses.agree === undefined;
  return {
    ...(price === null ? {} : { price: isPaid ? chosen.path : "text:price" }),
    ...(typeof pagePrice === "number" ? { unclicked: pagePrice } : {}),
    ...(isAssumed ? { unit: "assumed" } : {}),
    ...witnesses,
    ...(chosen.availabilityPath === null ? {} : { availability: chosen.availabilityPath }),
    ...(score === undefined ? {} : { score }),
  };
}

function found(reading: Reading, decision: Decision & { status: "found" }): Extraction {
  const { url, facts, main, stock, currency, shown, shopName, hints, page } = reading;
  const chosen = withOthersWords(withStock(decision.candidate, main, stock, page), main);
  const offer = toOffer(chosen, currency(chosen), main, reading);
  const candidates = decision.candidates.slice(0, maxCandidates).map((each) => toCandidate(each, reading));
  // What the shopper has selected from a page without a clear price is looked for among these.
  const isUnclear = decision.candidates.length === 0;
  const option = addressedOption(facts.chosenNames, page);
  const named = {
    variant: decision.variant ?? option,
    addressed: decision.isAddressed ? (decision.variant ?? option) : option,
  };
  const further = furtherOffers(chosen, main, currency);
  const only = decision.isOnly ? chosen : null;
  return {
    url,
    status: "found",
    reason: null,
    product: describeProduct(main, facts, url, only, shown.now, shopName, named),
    offer: withCurrencyHints(offer, reading),
    ...(further.length === 0 ? {} : { offers: further }),
    candidates: isUnclear ? openPrices(facts, hints) : candidates,
    evidence: evidenceOf(chosen, decision, offer, reading),
  };
}

function ambiguous(
  reading: Reading,
  { candidates: decided, ranked = [] }: Decision & { status: "ambiguous" },
): Extraction {
  const { url, facts, main, stock, currency, page } = reading;
  const candidates = withShown(decided, reading);
  const currencies = new Set(candidates.map(currency));
  const stocks = candidates.map((each) => withStock(each, main, stock, page).availability);
  return {
    url,
    status: "ambiguous",
    reason: "The page has several prices, and nothing says which of them is meant.",
    product: describeProduct(main, facts, url, null, reading.shown.now, reading.shopName),
    offer: {
      price: null,
      currency: currencies.size === 1 ? ([...currencies][0] ?? null) : null,
      availability: stocks.includes("in") ? "in" : stocks.every((each) => each === "out") ? "out" : null,
    },
    candidates: candidates.slice(0, maxCandidates).map((each) => toChoice(each, reading, ranked)),
    evidence: {},
  };
}

/** Says the price, that there are several, or that it is sold out: a place clicked on another page may not overrule it. */
function saysPrice(decision: Decision): boolean {
  if (decision.status !== "found") return decision.status === "ambiguous";
  const { price, availability } = decision.candidate;
  return price !== null || availability === "out";
}

const noPrice =
  "No single product with a price was found. If the page lists several, open one and paste its link.";
const lostRecipe =
  "The recipe for this page does not match any more, and nothing else on the page says its price.";

/** Walls on whose pages the product may stand nevertheless; others hide it. */
const gates: ReadonlySet<BlockKind | null> = new Set([null, "log-in", "age", "country", "consent"]);

function nothing({ url, finalUrl = url, recipe }: Page, facts: PageFacts, hints: CurrencyHints): Extraction {
  const kind = classifyBlock(facts, finalUrl);
  const isOpen = gates.has(kind);
  const shown = {
    ...(isOpen ? namedBy(facts, url) : {}),
    candidates: isOpen ? openPrices(facts, hints) : [],
  };
  if (kind !== null) return { ...blockedBy(kind, url), ...shown };
  const reason = recipe == null || !overrides(recipe, new URL(url)) ? noPrice : lostRecipe;
  return { url, status: "nothing", reason, ...shown, evidence: {} };
}

function namedBy(facts: PageFacts, url: string): Pick<Extraction, "product"> {
  const product = describeUnclear(facts, url);
  return product === null ? {} : { product };
}

function blockedBy(kind: BlockKind, url: string, reason = blocks[kind].reason): Extraction {
  return { url, status: "blocked", reason, blocked_by: kind, candidates: [], evidence: {} };
}

/** The result for an error page, which is never a product page: of what it contains, only a product's name counts. */
export function blockedPage(kind: BlockKind, { url, html }: Page, reason?: string): Extraction {
  const facts = collectPage(html);
  const isOpen = kind !== "error" && gates.has(classifyBlock(facts, url));
  return { ...blockedBy(kind, url, reason), ...(isOpen ? namedBy(facts, url) : {}) };
}

function readSources({ url, html, recipe }: Page): Sources {
  const address = new URL(url);
  const recipeWatch = recipe == null ? null : new SelectorWatch(recipe.price);
  const buyBox = buyBoxOf(address);
  const boxWatch = buyBox === null ? null : watchBuyBox(buyBox);
  const watches = [recipeWatch, boxWatch?.offer, boxWatch?.used].filter((watch) => watch != null);
  const facts = collectPage(html, { watches });
  const { findings: data, shopName } = readData(facts);
  const hints = currencyHints(facts, address, data);
  const prices = readTextPrices(facts, hints);
  const shown = chooseShown(prices, facts);
  const stock = readStock(facts, shown.now);
  const clicked = recipeWatch === null || recipe == null ? null : readRecipe(recipe, recipeWatch, hints);
  const boxed = boxWatch === null ? null : readBuyBox(boxWatch, facts, hints);
  const read = findingsOf(data, facts, prices, readTextOffer(address, facts, shown, stock), hints);
  // On these pages, an amount outside of the buy box is another offer's or another product's.
  const isBoxed = boxed?.candidates.some(
    ({ price, availability }) => price !== null || availability !== null,
  );
  // Markup within the cards of a list is about one of them.
  const isOfCards = likeness(facts.title, facts.heading) < 0.5 && regionsOf(facts).isHeadingListed(facts);
  const isTrusted = ({ from, candidates }: Finding) =>
    (from !== "microdata" || !isOfCards) &&
    (boxed === null || from !== "text" || (isBoxed !== true && candidates.length > 1));
  const others = withoutNoPrices(read.filter(isTrusted), facts, prices);
  const page = identityOf(facts, address);
  return {
    url,
    address,
    facts,
    hints,
    prices,
    shown,
    stock,
    page,
    clicked,
    shopName,
    others: boxed === null ? others : [boxed, ...others],
  };
}

/** Every amount that a page states or shows; a model is trained on what is known of them. */
export function readPageAmounts(given: Page): PageAmounts {
  const sources = readSources(given);
  const { facts, others, page } = sources;
  return pageAmounts(facts, seenPrices(sources), mainProducts(others, page), page);
}

/** The page's own prices as the rules read them, and what else it shows. */
function seenPrices({ facts, hints, prices }: Sources): SeenPrice[] {
  return [...prices.filter(isOwn), ...readAmounts(facts, hints).filter((price) => !isOwn(price))];
}

/** What the rules decide, weighed by the score; a click and a buy box need none. */
function weigh(
  given: Page,
  sources: Sources,
  main: MainFindings,
  decision: Decision,
  model: PriceModel | null,
): Decision {
  const { facts, prices, shown, stock, page } = sources;
  if (model === null || main.has("recipe") || main.has("buy-box")) return decision;
  const isPage = () =>
    classifyBlock(facts, given.finalUrl ?? given.url) === null &&
    isAboutProduct(page.url, facts, shown, stock);
  const needsNone = ({ candidate, isAddressed }: Decision & { status: "found" }) =>
    isAddressed ||
    candidate.price === null ||
    (shown.now?.isSellers === true && shown.now.price === candidate.price) ||
    paidInstead(candidate, { prices, shown }) !== null;
  if (decision.status === "found" ? needsNone(decision) : !isPage()) return decision;
  const price = decision.status === "found" ? decision.candidate.price : null;
  const scores = {
    model,
    isAgreed: price !== null && isAgreed(price, main, prices),
    offerAt: (amount: Amount) => textOfferAt(amount.shown, stock, facts),
  };
  const own = { ...scores, page: pageAmounts(facts, prices.filter(isOwn), main, page) };
  if (price !== null && isUndoubted(price, own, otherPlaces(facts))) return decision;
  return reconsider(decision, {
    ...scores,
    page: pageAmounts(facts, seenPrices(sources), main, page),
  });
}

/** Whether the data has no product of the page's own, so that only words say what it sells. */
function mayBeSeveral(decided: Decision, main: MainFindings): boolean {
  if (decided.status === "nothing") return true;
  const candidates = decided.status === "found" ? [decided.candidate] : decided.candidates;
  return candidates.every(({ from }) => from === "text") && !main.has("json-ld") && !main.has("microdata");
}

/**
 * What a page says of its product. Pure. Throws only if `url` is not a URL, whatever the page is. Without a
 * model, the rules decide alone.
 */
export function extract(given: Page, model: PriceModel | null = priceModel): Extraction {
  const { recipe } = given;
  const sources = readSources(given);
  const { address, facts, hints, prices, shown, page, clicked, others } = sources;
  const decideOn = (findings: readonly (Finding | null)[]) => {
    const main = mainProducts(
      findings.filter((each) => each !== null),
      page,
    );
    return { main, decision: decide(main, page, { shown: shown.now, prices }) };
  };
  const isClickedHere = recipe != null && overrides(recipe, address);
  const unclicked = isClickedHere ? null : decideOn(others);
  const { main, decision: decided } =
    unclicked !== null && (clicked === null || saysPrice(unclicked.decision))
      ? unclicked
      : decideOn([clicked, ...others]);
  const several = mayBeSeveral(decided, main) ? severalProducts(others, page) : [];
  const decision: Decision =
    several.length > 1
      ? { status: "ambiguous", candidates: several }
      : weigh(given, sources, main, decided, model);
  const currency = (candidate: Candidate) => currencyFor(candidate, [...main.values()].flat(), prices, hints);
  const read: Reading = { ...sources, main, freeShipping: freeShippingOf(facts), pagePrice: null, currency };
  const reading = { ...read, pagePrice: pagePriceOf(read) };
  // An error page has words on what is not available, too.
  const isOnlyWords = decision.status === "found" && decision.candidate.from === "text";
  const isWall = () => classifyBlock(facts, given.finalUrl ?? given.url) !== null;
  if (isOnlyWords && decision.candidate.price === null && isWall()) return nothing(given, facts, hints);
  switch (decision.status) {
    case "found":
      return found(reading, decision);
    case "ambiguous":
      return ambiguous(reading, decision);
    case "nothing":
      return nothing(given, facts, hints);
  }
}
