import { maxListItems } from "../../../../shared/app/limits.js";
import type { ListItem } from "../../../../shared/app/lists.js";
import { extract } from "../../extract/extract.js";
import { type ListedItem, readListing } from "../../extract/listing/listing.js";
import { ListBuilder, type ParsedList } from "./parsed-list.js";

/** A product's page suggests its own product, not those that it links to. The text of a short list may look like a product's. */
function suggestedItems(html: string, url: URL, items: readonly ListedItem[]): readonly ListedItem[] {
  const { status, product, offer, evidence } = extract({ html, url: url.href });
  if (status !== "found" || offer?.price == null) return items;
  const isOfItem = items.some((item) => item.isSuggested && item.price === offer.price);
  if (isOfItem && evidence.price?.startsWith("text:") === true) return items;
  const { price, currency, availability } = offer;
  const own: ListedItem = {
    url: url.href,
    title: product?.title ?? null,
    price,
    currency,
    sign: offer.sign ?? null,
    isSoldOut: availability === "out",
    image: null,
    isSuggested: true,
  };
  return [own, ...items.map((item) => ({ ...item, isSuggested: false }))];
}

export interface PageLinks {
  /** What the page calls itself. */
  readonly name: string | null;
  readonly items: readonly ListItem[];
}

/** The links of a page; those that look like products are suggested. */
export function readPageLinks(html: string, baseUrl: string): PageLinks {
  const url = new URL(baseUrl);
  const { name, items } = readListing(html, url);
  const suggested = suggestedItems(html, url, items);
  return {
    name,
    items: suggested.slice(0, maxListItems).map(({ title, price, currency, sign, ...item }) => ({
      url: item.url,
      title,
      price,
      currency: currency ?? sign,
      is_suggested: item.isSuggested,
      target: null,
      other_target: null,
      target_currency: null,
      tags: [],
      points: 0,
      line: null,
    })),
  };
}

const pageTag = /<(?:!doctype html|html|head|body)[\s>]/i;
const linkTag = /<a\s[^<>]{0,500}href/i;
/** Characters in which a page shows what it is, and where browsers note its address. */
const maxHead = 20_000;
const savedFrom = /<!--\s*saved from url=\(\d+\)(\S+)/i;
const canonical = /<link\b[^<>]{0,500}>/gi;

/** Where a saved page comes from; `null` if it does not say. */
function addressOf(html: string): string | null {
  const head = html.slice(0, maxHead);
  const [base] = [/<base\b[^<>]{0,500}>/i.exec(head)?.[0] ?? ""];
  const link = (html.slice(0, 20 * maxHead).match(canonical) ?? []).find((tag) =>
    /rel=["']?canonical/i.test(tag),
  );
  const hrefs = [savedFrom.exec(head)?.[1], hrefOf(link), hrefOf(base)];
  return hrefs.find((href) => href !== undefined && /^https?:\/\//i.test(href) && URL.canParse(href)) ?? null;
}

function hrefOf(tag: string | undefined): string | undefined {
  return /href=(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i
    .exec(tag ?? "")
    ?.slice(1)
    .find((value) => value !== undefined);
}

/** Stands in for the address of a page that does not state it. */
const unknownAddress = "https://saved-page.invalid/";

/** The links of a page that a browser saved; `null` for other texts. `pageUrl` counts if the page does not say where it is from. */
export function readSavedPage(html: string, pageUrl: string | null): ParsedList | null {
  const head = html.slice(0, maxHead);
  if (!pageTag.test(head) && !(head.trimStart().startsWith("<") && linkTag.test(head))) return null;
  const { name, items } = readPageLinks(html, addressOf(html) ?? pageUrl ?? unknownAddress);
  const list = new ListBuilder();
  for (const { url, ...item } of items) {
    const isKnown = !url.startsWith(unknownAddress);
    list.add({ ...item, url: isKnown ? url : null, isSuggested: item.is_suggested });
  }
  return list.finish("page", name);
}
