import type { Availability } from "../candidate.js";
import { around, commonElement, type OutlineElement } from "../html/outline.js";
import type { PageFacts } from "../html/page-facts.js";
import { kinds } from "./element-kind.js";
import { type ReadPrice, regionsOf } from "./read-prices.js";
import type { StockSpot } from "./spot.js";

interface Voice extends Omit<StockSpot, "element"> {
  readonly isOption: boolean;
  readonly shared: number;
}

/** Style sheets hide elements with such a name, until a script shows them or on a narrow window only. */
const hiddenName = /(?:^|\s)(?:hide|hidden|d-none|is-hidden|ng-hide|display-none|template)(?:$|\s)/;
const shownWide =
  /(?:^|\s)(?:(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline|contents|table)|d-(?:sm|md|lg|xl)-(?:block|flex|grid|inline|table))/;

/** `price__badge-sold-out` shows only within `price--sold-out`, as themes that name blocks and their states are styled. */
const stateBadge = /(?:^|\s)(\w+)__badge-([\w-]+)/;

function isHiddenByName(element: OutlineElement, end: OutlineElement | null): boolean {
  const names = [...around(element, end)].map(({ attributes }) => attributes.class ?? "");
  const [, block, state] = names.map((name) => stateBadge.exec(name)).find((badge) => badge !== null) ?? [];
  const isOtherState = block !== undefined && !names.some((name) => name.includes(`${block}--${state}`));
  return isOtherState || names.some((name) => hiddenName.test(name) && !shownWide.test(name));
}

/** The list whose item an element is; `null` if it is none. */
function listOf({ tag, outer }: OutlineElement): OutlineElement | null {
  return tag === "li" ? outer : outer?.tag === "li" ? outer.outer : null;
}

/** How many items of each list speak of stock: more than one are choices. */
function countItems({ spots: { stocks } }: PageFacts): Map<OutlineElement | null, number> {
  const counts = new Map<OutlineElement | null, number>();
  for (const { element, isControl, availability } of stocks) {
    const list = listOf(element);
    if (list !== null && !isControl && availability === "out") counts.set(list, (counts.get(list) ?? 0) + 1);
  }
  return counts;
}

/** Whether an element belongs to a choice that is not selected: `<button aria-pressed="false">M – sold out`. */
function isUnselected(element: OutlineElement, end: OutlineElement | null): boolean {
  return [...around(element, end)].some(({ attributes }) =>
    ["aria-pressed", "aria-checked", "aria-selected"].some((name) => attributes[name] === "false"),
  );
}

function voicesOf(facts: PageFacts, now: ReadPrice | null): Voice[] {
  const regions = regionsOf(facts);
  const seller = now === null ? null : regions.sellerRow(now.element);
  const items = countItems(facts);
  return facts.spots.stocks.flatMap(({ element, ...words }) => {
    // "Service unavailable" as a heading is no product's stock.
    const common = commonElement(element, facts.headingElement);
    if (common !== null && common === facts.headingElement) return [];
    if (isHiddenByName(element, common)) return [];
    if (seller !== null && regions.sellerRow(element) !== seller) return [];
    const { shared, kind, isListed } = regions.place(element);
    const isOption =
      (kind & kinds.option) !== 0 || (items.get(listOf(element)) ?? 0) > 1 || isUnselected(element, common);
    if ((kind & kinds.aside) !== 0 || (isListed && !isOption)) return [];
    return [{ ...words, isOption, shared }];
  });
}

/** Whether an element is in a `<header>` that does not also hold the heading. */
export function isInHeader(element: OutlineElement, { headingElement }: PageFacts): boolean {
  const common = commonElement(element, headingElement);
  return [...around(element, common)].some(({ tag }) => tag === "header");
}

/** Elements after the heading and near it that say that delivery is free; banners above it are about the whole shop. */
export function freeShippingOf(facts: PageFacts): readonly OutlineElement[] {
  const regions = regionsOf(facts);
  return facts.spots.freeShipping.filter((element) => {
    const { shared, kind, isListed } = regions.place(element);
    const levels = (facts.headingElement?.depth ?? 0) - shared;
    return (
      (kind & kinds.aside) === 0 &&
      !isListed &&
      levels <= nearLevels &&
      element.from >= facts.headingAt &&
      !isInHeader(element, facts)
    );
  });
}

/** What all of them say; `null` if they differ or say nothing. */
function agreed(voices: readonly Voice[]): Availability | null {
  const [first] = voices;
  return first !== undefined && voices.every(({ availability }) => availability === first.availability)
    ? first.availability
    : null;
}

export interface ReadStock {
  readonly availability: Availability;
  /** A status of its own or a button beside the heading says so, and none of them contradicts it. */
  readonly isClear: boolean;
  /** Only a button to buy says so. */
  readonly isButtonOnly: boolean;
  /** Sold in the shop's stores only. */
  readonly isStoreOnly?: true;
}

/** Levels around the heading within which words are about the product. */
const nearLevels = 5;
/** Words that are this much farther from the heading than the nearest ones are about something else. */
const leadLevels = 1;

/**
 * What the page says about stock: a status of its own before a button, a button before a sentence, all before a choice.
 * Only those nearest to the heading count; in a table of sellers, those beside the price.
 */
export function readStock(facts: PageFacts, now: ReadPrice | null): ReadStock | null {
  const voices = voicesOf(facts, now);
  const own = voices.filter(({ isOption }) => !isOption);
  const most = Math.max(-1, ...own.map(({ shared }) => shared));
  const near = own.filter(({ shared }) => shared >= most - leadLevels);
  const isNear = (facts.headingElement?.depth ?? 0) - most <= nearLevels;
  const canBuy = near.some(({ isControl, availability }) => isControl && availability === "in");
  const statuses = near.filter(({ isControl, isPlain }) => !isControl && isPlain);
  // "Not available online" beside it is no contradiction.
  if (!canBuy && statuses.some(({ isStoreOnly }) => isStoreOnly))
    return { availability: "in", isClear: isNear, isButtonOnly: false, isStoreOnly: true };
  // Delivery times of the whole shop do not contradict the product's status.
  const ofStock = statuses.filter(({ isDelivery }) => !isDelivery);
  const status = agreed(ofStock.length > 0 ? ofStock : statuses);
  if (canBuy && near.some(({ isLater }) => isLater))
    return { availability: "in", isClear: isNear, isButtonOnly: false };
  // Many shops hide "Sold out" by a style sheet until they need it.
  if (canBuy && status !== "in" && statuses.length > 0)
    return status === "out" ? null : { availability: "in", isClear: false, isButtonOnly: false };
  if (status !== null) return { availability: status, isClear: isNear, isButtonOnly: false };
  const sentences = near.filter(({ isControl }) => !isControl);
  if (canBuy) return { availability: "in", isClear: isNear, isButtonOnly: agreed(sentences) !== "in" };
  const availability = agreed(sentences.length > 0 ? sentences : voices.filter(({ isOption }) => isOption));
  return availability === null ? null : { availability, isClear: false, isButtonOnly: false };
}
