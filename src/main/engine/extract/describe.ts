import { decodeHTML } from "entities";
import type { Candidate, Finding, MainFindings } from "./candidate.js";
import { namesWall } from "./classify.js";
import type { ExtractedProduct } from "./extraction.js";
import { metaContent, type PageFacts } from "./html/page-facts.js";
import { pagePicture } from "./readers/page-picture.js";
import type { ReadPrice } from "./text/read-prices.js";
import { titleWithVariant } from "./text/words.js";

const maxDescription = 500;

/** The first source that says it, the most trusted first. */
function firstOf(findings: readonly Finding[], field: keyof Finding): string | null {
  for (const finding of findings) {
    const value = finding[field];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

function webAddress(address: string | null, base: string): string | null {
  const found = address !== null && URL.canParse(address, base) ? new URL(address, base).href : null;
  return found !== null && /^https?:/.test(found) ? found : null;
}

/** Without the shop's name and its slogan, which titles of pages append to the heading. */
function withoutShop(title: string | null, { heading }: PageFacts): string | null {
  const rest = title?.toLowerCase().startsWith(heading.toLowerCase()) ? title.slice(heading.length) : "";
  return heading !== "" && /^\s*[|–—-]\s|^\s.*\s[|–—-]\s/.test(rest) ? heading : title;
}

/** A title without what stands behind its last bar: most often the shop's name. */
function withoutEnd(title: string | null): string | null {
  return title?.replace(/\s+\|[^|]*$/, "") ?? null;
}

/** Shops encode texts of their data for HTML, where they are not HTML. */
function tidy(text: string | null): string | null {
  const plain =
    (text === null ? null : decodeHTML(text))
      ?.replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim() ?? "";
  return plain === "" ? null : plain.slice(0, maxDescription);
}

/** Of a product with one variant, which alone has it. */
function onlySku(findings: readonly Finding[]): string | null {
  const skus = new Set(findings.flatMap(({ candidates }) => candidates.map(({ sku }) => sku ?? null)));
  skus.delete(null);
  return skus.size === 1 ? ([...skus][0] ?? null) : null;
}

/** The picture of a product's first variant that has one. */
function variantImage(findings: readonly Finding[]): string | null {
  const images = findings.flatMap(({ candidates }) => candidates.map(({ image }) => image ?? null));
  return images.find((image) => image !== null) ?? null;
}

/** Advertising: calls to order, and free delivery. */
const ofOrdering =
  /(?<!\p{L})(?:(?:order|buy|shop)(?: it| yours| them)? (?:now|today|online|from|at)|(?:jetzt|hier|online|günstig|bequem|direkt|einfach|bei uns)(?: \p{L}+){0,3} (?:kaufen|bestellen)|(?:kaufen|bestellen) (?:sie )?(?:bei|im|auf)|kaufen sie |bestell(?:e|en sie) |free (?:delivery|shipping|returns)|(?:gratis|kostenlose[rn]?|schnelle[rn]?) (?:versand|lieferung)|versandkostenfrei|achetez|commandez|acheter (?:en ligne|sur|chez)|livraison (?:gratuite|offerte|rapide)|compra(?:r)? (?:online|ahora|en línea|en)|env[ií]os? gratis|acquista(?:re)? (?:online|ora|su)|spedizione gratuita|(?:koop|bestel)(?:len)? |gratis verzending|kup (?:online|teraz)|zamów|darmowa (?:dostawa|wysyłka)|köp |beställ |fri frakt|køb |bestil |fri fragt)/iu;
/** Shorter names also occur as ordinary words. */
const minShopName = 5;

function squeeze(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** What the page calls its shop: by its own words, at the end of its title, or in its address. */
function shopNames(facts: PageFacts, url: string): string[] {
  const [, ...ends] = facts.title.split(/\s*\|\s*/);
  const host = new URL(url).hostname.split(".").slice(0, -1);
  return [metaContent(facts, "og:site_name") ?? "", ends.at(-1) ?? "", ...host]
    .map(squeeze)
    .filter((name) => name.length >= minShopName);
}

/** The page's own description, unless it is the shop's advertising. A brand may have the shop's name. */
function pageDescription(facts: PageFacts, url: string, brand: string | null): string | null {
  const names = shopNames(facts, url).filter((name) => !squeeze(brand ?? "").includes(name));
  const isOwn = (text: string | null) =>
    text !== null && !ofOrdering.test(text) && names.every((name) => !squeeze(text).includes(name));
  return [metaContent(facts, "og:description"), metaContent(facts, "description")].find(isOwn) ?? null;
}

const maxVariantLength = 60;

/** What tells the page's product from others of the same page, and what of that the address selects. */
export interface NamedVariant {
  readonly variant: string | null;
  readonly addressed: string | null;
}

const maxShopName = 60;

/** What the shop calls itself: for sites that quote the page, else in its data. */
function shopOf(inData: string | null, facts: PageFacts): string | null {
  return tidy(metaContent(facts, "og:site_name") ?? inData)?.slice(0, maxShopName) ?? null;
}

/** The title with what tells the page's variant from its others. */
function titleOf(title: string | null, variant: string | null): string | null {
  const name = tidy(variant);
  if (title === null || name === null || name.length > title.length + maxVariantLength) return title;
  return titleWithVariant(title, name);
}

/** What all sources together know of the product; unknown fields are left out. */
export function describeProduct(
  main: MainFindings,
  facts: PageFacts,
  url: string,
  chosen: Candidate | null,
  price: ReadPrice | null,
  shop: string | null,
  { variant, addressed }: NamedVariant = { variant: null, addressed: null },
): ExtractedProduct {
  const findings = [...main.values()].flat();
  const inData = findings.filter(({ from }) => from !== "meta" && from !== "text");
  const brand = firstOf(findings, "brand") ?? facts.brand;
  const fields: Record<string, string | null> = {
    title: titleOf(
      tidy(
        chosen?.title ??
          firstOf(inData, "title") ??
          withoutShop(
            firstOf(findings, "title") ?? metaContent(facts, "og:title") ?? (facts.heading || facts.title),
            facts,
          ),
      ),
      variant,
    ),
    variant: tidy(addressed),
    brand,
    gtin: chosen?.gtin ?? firstOf(findings, "gtin"),
    sku: chosen?.sku ?? firstOf(findings, "sku") ?? onlySku(findings),
    mpn: firstOf(findings, "mpn"),
    model: firstOf(findings, "model"),
    image: webAddress(
      chosen?.image ??
        firstOf(findings, "image") ??
        metaContent(facts, "og:image") ??
        variantImage(findings) ??
        pagePicture(facts, price),
      url,
    ),
    description: tidy(firstOf(inData, "description") ?? pageDescription(facts, url, brand)),
    category: firstOf(findings, "category"),
    shop: shopOf(shop, facts),
    shop_icon: webAddress(facts.icon, url),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** What a page without a clear price says that it is about; null if it only says why it does not show it. */
export function describeUnclear(facts: PageFacts, url: string): ExtractedProduct | null {
  const { hostname } = new URL(url);
  const ofShop = [hostname, ...hostname.split("."), metaContent(facts, "og:site_name") ?? ""].map(squeeze);
  const title = [metaContent(facts, "og:title"), facts.heading, facts.title]
    .map((text) => tidy(withoutEnd(withoutShop(text, facts))))
    .find((text) => text !== null && !namesWall(text) && !ofShop.includes(squeeze(text)));
  if (title == null) return null;
  const image = webAddress(metaContent(facts, "og:image"), url);
  return { title, ...(image === null ? {} : { image }) };
}
