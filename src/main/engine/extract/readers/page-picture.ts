import { minOf } from "../../../../shared/arrays.js";
import { around, commonElement, type OutlineElement } from "../html/outline.js";
import type { PageFacts } from "../html/page-facts.js";
import { kinds } from "../text/element-kind.js";
import { type ReadPrice, regionsOf } from "../text/read-prices.js";
import { isInHeader } from "../text/read-stock.js";
import { likeness, wordsOf } from "../text/words.js";

/** Where shops leave the address of a full picture while `src` holds a small one or none. */
const fullAddresses = [
  "data-old-hires",
  "data-zoom-image",
  "data-large_image",
  "data-original",
  "data-lazy-src",
  "data-src",
  "src",
] as const;

/** Logos and icons, not pictures of a product. */
const markName =
  /(?<![a-z])(?:logos?|icons?|sprites?|badges?|payments?|brands?|avatar|ratings?|stars?|flags?|trust|seal|siegel|banner|teaser|promo|visa|paypal|zahlung\p{L}*|zahlarten|versand|aktion|sale|klarna|mastercard|amex|captcha|qr)(?![a-z])/iu;
/** Files that stand in until a picture has loaded, or where there is none. */
const standInName =
  /(?<![a-z])(?:no|kein)[-_ ]?(?:image|img|picture|photo|bild)|(?<![a-z])(?:pixel|spacer|blank|transparent|placeholder|lazy\p{L}*|loading|loader|spinner)(?![a-z])|\.svg$/iu;
const markFolder =
  /\/(?:brands?|marken|hersteller|manufacturers?|logos?|icons?|badges?|payments?|banners?)\//i;
const mainName =
  /(?<![a-z])(?:main|gallery|primary|zoom|hero|featured|packshot|landing)(?![a-z])|(?:product|produkt|artikel|item)[-_ ]?(?:image|img|photo|picture|media|bild|foto)|(?:main|landing|primary)(?:image|img)|galerie/i;
const thumbName = /thumb|(?<![a-z])(?:mini|small|nav)(?![a-z])/i;
const pictureLink = /^(?:#.*|javascript:.*|.*\.(?:jpe?g|png|webp|avif)(?:\?.*)?)?$/i;

/** Pictures of one product are at least this wide; logos are smaller. */
const minSize = 120;
const largeSize = 240;
/** Levels around a picture in which a name is its own. */
const nameLevels = 4;
/** Characters between the heading and a picture of the product, at most. */
const maxDistance = 600;
const minAltLikeness = 0.6;
/** A single word is the brand, unless the product's name has no more. */
const minAltWords = 2;
/** One clear sign that a picture is the product's main one. */
const minScore = 2;

function nameOf({ attributes: { class: classes = "", id = "" } }: OutlineElement): string {
  return `${classes} ${id}`;
}

function sizeOf({ attributes: { width = "", height = "" } }: OutlineElement): number | null {
  const sizes = [width, height].filter((text) => /^\d+(?:px)?$/.test(text)).map(Number.parseFloat);
  return minOf(sizes);
}

/** The widest picture of `data-a-dynamic-image`: its addresses with their sizes. */
function widestOf(text: string): string | null {
  return /"(https?:[^"]+)":\[\d+,\d+\](?=\}$)/.exec(text)?.[1] ?? /"(https?:[^"]+)"/.exec(text)?.[1] ?? null;
}

function isPicture(address: string | undefined): address is string {
  if (address === undefined || address === "" || address.startsWith("data:")) return false;
  const [path = ""] = address.split(/[?#]/, 1);
  const file = path.slice(path.lastIndexOf("/") + 1);
  return !markFolder.test(path) && !markName.test(file) && !standInName.test(file);
}

/** The address of an image, as large as it names one. */
export function addressOf({ attributes }: OutlineElement): string | null {
  const named = fullAddresses.map((name) => attributes[name]).find(isPicture);
  const dynamic = attributes["data-a-dynamic-image"];
  const set = attributes["data-srcset"] ?? attributes.srcset ?? "";
  const last = set.split(/,\s+/).at(-1)?.trim().split(/\s+/, 1)[0];
  if (dynamic !== undefined && !isPicture(attributes["data-old-hires"])) return widestOf(dynamic);
  return named ?? (isPicture(last) ? last : null);
}

function isNamedLike(alt: string, heading: string): boolean {
  const isName = wordsOf(alt).size >= Math.min(minAltWords, wordsOf(heading).size);
  return isName && likeness(alt, heading) >= minAltLikeness;
}

/** How clearly an image is the product's main picture; 0 if it cannot be. */
function scoreOf(image: OutlineElement, facts: PageFacts, price: ReadPrice | null, isOnly: boolean): number {
  const { attributes } = image;
  const own = [...around(image, commonElement(image, facts.headingElement))].slice(0, nameLevels);
  const isNamed = own.some((each) => mainName.test(nameOf(each)));
  const isAlike = isNamedLike(attributes.alt ?? "", facts.heading);
  const isLanding = attributes["data-old-hires"] !== undefined || attributes.id === "landingImage";
  const isFar = facts.headingAt - image.from > maxDistance;
  // What stands below the price may be another product's.
  const isBelow = image.from > (price?.element.to ?? facts.headingAt + maxDistance);
  if (!isLanding && (isBelow || (isFar && !isAlike))) return 0;
  const signs: readonly (readonly [isGiven: boolean, weight: number])[] = [
    [isLanding, 8],
    [attributes.itemprop === "image", 4],
    [isNamed, 3],
    [isAlike, 3],
    [(sizeOf(image) ?? 0) >= largeSize, 2],
    [isOnly, 2],
    [own.some((each) => thumbName.test(nameOf(each))), -3],
  ];
  return signs.reduce((score, [isGiven, weight]) => score + (isGiven ? weight : 0), 0);
}

/** Whether an image stands where the product's pictures do, and is not a logo or a link to something else. */
function isOfProduct(image: OutlineElement, facts: PageFacts): boolean {
  for (const { tag, attributes } of around(image, commonElement(image, facts.headingElement)))
    if (tag === "a" && !pictureLink.test(attributes.href ?? "")) return false;
  const size = sizeOf(image);
  if ((size !== null && size < minSize) || markName.test(nameOf(image))) return false;
  if (isInHeader(image, facts) || addressOf(image) === null) return false;
  const { kind, isListed } = regionsOf(facts).place(image);
  return (kind & kinds.aside) === 0 && !isListed;
}

/** The picture of the product that a shopper sees beside its name; `null` unless one is clearly it. */
export function pagePicture(facts: PageFacts, price: ReadPrice | null): string | null {
  if (facts.headingElement === null) return null;
  const own = facts.images.filter((image) => isOfProduct(image, facts));
  const isOnly = new Set(own.map(addressOf)).size === 1;
  const [best] = own
    .map((image) => ({ image, score: scoreOf(image, facts, price, isOnly) }))
    .filter(({ score }) => score >= minScore)
    .sort((one, other) => other.score - one.score);
  return best === undefined ? null : addressOf(best.image);
}
