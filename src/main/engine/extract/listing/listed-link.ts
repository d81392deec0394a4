import { asinInPath } from "../../domain/asin.js";
import { normaliseProductUrl } from "../../domain/product-url.js";
import { around, type OutlineElement } from "../html/outline.js";
import type { PageFacts, TextElement } from "../html/page-facts.js";

/** A link to another page. */
export interface ListedLink extends TextElement {
  /** Without a fragment. */
  readonly url: string;
  /** Equal for addresses of one page. */
  readonly key: string;
  /** Equal for addresses that are built alike, such as those of a shop's products. */
  readonly shape: string;
  /** How clearly the address is that of a product; below 0 it is that of something else. */
  readonly likelihood: number;
  /** Whether a heading or a picture is linked. */
  readonly isHeading: boolean;
  readonly isPicture: boolean;
  /** In a menu, a footer or the like. */
  readonly isMenu: boolean;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** Folders in which shops keep products. */
const productFolders = words(
  "p dp pd pdp prod product products produkt produkte produit produits producto productos prodotto item items itm artikel article art detail details gp listing sku shop-item a",
);
/** Parts of addresses that lead to something else. */
const otherFolders = words(
  "c cat category categories kategorie kategorien categorie collections brand brands marke marken hersteller manufacturer tag tags search suche recherche s sale deals outlet blog news magazin magazine ratgeber guide guides help hilfe service support faq about about-us ueber-uns info contact kontakt impressum imprint legal agb terms privacy datenschutz cookies cookie policies login log-in signin sign-in register anmelden account konto my-account mein-konto cart basket bag warenkorb checkout kasse wishlist wish-list merkzettel wunschliste wunschzettel favorites favourites compare vergleich returns retoure versand shipping delivery payment zahlung newsletter careers jobs karriere press presse stores store-locator filialen gift-card gift-cards gutschein gutscheine review reviews product-reviews bewertung bewertungen rss feed sitemap track affiliate affiliates sustainability nachhaltigkeit size-guide community forum author",
);
const otherFile = /\.(?:pdf|jpe?g|png|webp|gif|svg|zip|xml|mp4)$/i;
/** Parameters with which shops name a product, and those that act on one or sort a list. */
const productParameter = /^(?:id|pid|products?_?id|item_?id|artnr|art|artikel|sku|asin|ean|gtin)$/i;
const actionParameter =
  /^(?:add[-_]?to[-_]?(?:cart|wishlist|compare)|action|page|seite|sort|order|orderby|filter|view|return_?(?:to|url)|redirect|next|q|query)$/i;
const action =
  /(?:^|[/_-])(?:add|ajout|remove|delete)[a-z_-]*(?:cart|basket|bag|panier|korb|list|compare|item)|addto|[a-z]panier|warenkorb|javascript/i;
const otherHost =
  /(?:^|\.)(?:facebook|twitter|x|instagram|pinterest|youtube|tiktok|linkedin|whatsapp|t|wa|apple|google|trustpilot|trustedshops)\.(?:com|de|me)$|(?:^|\.)(?:doubleclick|criteo)\.(?:net|com)$|^aax-/i;

function pathWords(segment: string): string[] {
  return segment.split(/[-_+.]+|%20/).filter((word) => word !== "");
}

function shapeOfSegment(segment: string, isLast: boolean): string {
  const lower = segment.toLowerCase();
  if (productFolders.has(lower) || otherFolders.has(lower)) return lower;
  if (!isLast) return /\d/.test(segment) ? "#" : "w";
  const extension = /\.[a-z]{2,5}$/.exec(lower)?.[0] ?? "";
  return `${/\d{3}/.test(segment) ? "#" : pathWords(segment).length >= minSlugWords ? "slug" : "w"}${extension}`;
}

/** A product's name has more words in an address than that of a category. */
const minSlugWords = 3;

function likelihoodOf({ hostname, pathname, searchParams }: URL, segments: readonly string[]): number {
  const last = segments.at(-1) ?? "";
  const names = [...searchParams.keys()];
  if (
    action.test(pathname) ||
    otherFile.test(pathname) ||
    otherHost.test(hostname) ||
    names.some((name) => actionParameter.test(name))
  )
    return -3;
  const folders = segments.map((segment) => segment.toLowerCase());
  const inProducts = folders.slice(0, -1).some((folder) => productFolders.has(folder));
  const isOther = folders.some((folder) => otherFolders.has(folder)) && !inProducts;
  const isNamedById = names.some(
    (name) => productParameter.test(name) && /\d/.test(searchParams.get(name) ?? ""),
  );
  const isNumbered = /\d{3}/.test(last) || /\d{4}/.test(pathname);
  const isSlug = pathWords(last).length >= minSlugWords;
  const signs = [
    inProducts ? 2 : 0,
    isNamedById ? 2 : 0,
    isNumbered ? 1 : 0,
    isSlug ? 1 : 0,
    isOther ? -3 : 0,
  ];
  return segments.length === 0 && !isNamedById ? -3 : signs.reduce((sum, sign) => sum + sign, 0);
}

const menuTags = new Set(["nav", "footer"]);
const menuName =
  /(?:^|[\s_-])(?:nav(?:bar|igation)?|menu|mega-?menu|breadcrumbs?|footer|pagination|pager|facets?|filters?|cookies?|consent|legal|social|share|skip-?links?|language|minicart|mini-cart)(?:$|[\s_-])/i;
const bannerName = /(?:^|[\s_-])(?:site|page|main|global|top)?[_-]?header(?:$|[\s_-])/i;
/** Their names say how the page as a whole is shown. */
const rootTags = new Set(["html", "body", "main"]);
const maxNameLength = 300;
/** Elements that begin a part of their own: the header of an article is no menu. */
const sectionTags = new Set(["main", "article", "section", "li"]);

/** What contains more of the page's text is no menu, whatever its name. */
const maxMenuShare = 0.6;

/** Tells menus, headers and footers from the page's own part. */
export class Menus {
  readonly #maxLength: number;
  /** By whether a part of its own, such as an article, stands within the element. */
  readonly #known = [new Map<OutlineElement, boolean>(), new Map<OutlineElement, boolean>()] as const;

  constructor({ textLength }: PageFacts) {
    this.#maxLength = textLength * maxMenuShare;
  }

  contain(element: OutlineElement): boolean {
    const path: (readonly [OutlineElement, Map<OutlineElement, boolean>])[] = [];
    let isWithinOwn = false;
    let found: boolean | undefined;
    for (const each of around(element, null)) {
      const known = this.#known[isWithinOwn ? 1 : 0];
      found = known.get(each) ?? (this.#isMenu(each, isWithinOwn) || undefined);
      path.push([each, known]);
      if (found !== undefined) break;
      isWithinOwn ||= sectionTags.has(each.tag);
    }
    for (const [each, known] of path) known.set(each, found ?? false);
    return found ?? false;
  }

  #isMenu({ tag, attributes, from, to }: OutlineElement, isWithinOwn: boolean): boolean {
    if (menuTags.has(tag) || attributes.role === "navigation") return true;
    if (tag === "header" && !isWithinOwn) return true;
    if (rootTags.has(tag) || to - from > this.#maxLength) return false;
    const name = `${attributes.class ?? ""} ${attributes.id ?? ""}`.slice(0, maxNameLength);
    return menuName.test(name) || (!isWithinOwn && bannerName.test(name));
  }
}

const targetParameters = ["url", "target", "dest", "u"];

/** Where an address that only counts the click leads: `/click?url=%2Flamp%2Fdp%2FB0…`. */
function unwrap(url: URL): URL {
  const target = targetParameters.map((name) => url.searchParams.get(name)).find((value) => value !== null);
  const isAddress = target != null && /^(?:https?:\/\/|\/(?!\/))./i.test(target);
  return isAddress && URL.canParse(target, url) ? new URL(target, url) : url;
}

function resolve(href: string, base: URL): URL | null {
  const trimmed = href.trim();
  if (trimmed === "" || trimmed.startsWith("#") || !URL.canParse(trimmed, base)) return null;
  const url = unwrap(new URL(trimmed, base));
  url.hash = "";
  const asin = asinInPath(url.pathname);
  // What follows the number counts places in the list.
  if (asin !== null) return new URL(`/dp/${asin}`, url);
  return url.protocol === "http:" || url.protocol === "https:" ? url : null;
}

const headingLevels = 4;

/** The links around or within headings, and those around pictures. */
function linkedParts({ headings, images, links }: PageFacts): {
  readonly headings: ReadonlySet<OutlineElement>;
  readonly pictures: ReadonlySet<OutlineElement>;
} {
  const linkAround = (element: OutlineElement) => {
    for (const each of around(element, null)) if (each.tag === "a") return each;
    return null;
  };
  const known = new Set(headings.map(({ element }) => element));
  const isInHeading = (link: OutlineElement) => {
    let level = 0;
    for (const each of around(link, null)) {
      if (known.has(each)) return true;
      if (level++ >= headingLevels) return false;
    }
    return false;
  };
  const within = links.map(({ element }) => element).filter(isInHeading);
  const outside = headings.flatMap(({ element }) => linkAround(element) ?? []);
  return {
    headings: new Set([...within, ...outside]),
    pictures: new Set(images.flatMap((image) => linkAround(image) ?? [])),
  };
}

const maxUrlLength = 4_096;

/** The address that a page's links are relative to. */
export function baseOf({ base }: PageFacts, url: URL): URL {
  return base !== null && URL.canParse(base, url) ? new URL(base, url) : url;
}

/** The links of a page to other pages, in their order. */
export function listedLinks(facts: PageFacts, url: URL, menus: Menus): ListedLink[] {
  const base = baseOf(facts, url);
  const own = new Set([normaliseProductUrl(url.href), normaliseProductUrl(base.href)]);
  const parts = linkedParts(facts);
  return facts.links.flatMap((link) => {
    const target = resolve(link.element.attributes.href ?? "", base);
    const key =
      target === null || target.href.length > maxUrlLength ? null : normaliseProductUrl(target.href);
    if (target === null || key === null || own.has(key)) return [];
    const segments = target.pathname.split("/").filter((segment) => segment !== "");
    const shape = segments.map((segment, index) => shapeOfSegment(segment, index === segments.length - 1));
    const names = [...target.searchParams.keys()].filter((name) => productParameter.test(name));
    return {
      ...link,
      url: target.href,
      key,
      shape: `${target.hostname}/${shape.join("/")}?${names.sort().join("&")}`,
      likelihood: likelihoodOf(target, segments),
      isHeading: parts.headings.has(link.element),
      isPicture: parts.pictures.has(link.element),
      isMenu: menus.contain(link.element),
    };
  });
}
