import type { Availability, Finding } from "../candidate.js";
import type { ReadPrice } from "../choose/text-price.js";
import { metaContent, type PageFacts } from "../html/page-facts.js";

const outPhrases =
  /\b(?:out of stock|sold out|currently unavailable|temporarily out of stock|notify me when|back ?order(?:ed)? only|ausverkauft|nicht (?:verfügbar|lieferbar|vorrätig)|rupture de stock|épuisé|indisponible|agotado|esaurito|uitverkocht|slutsåld|udsolgt|utsolgt|wyprzedane|niedostępny|loppuunmyyty)\b/iu;
const inPhrases =
  /\b(?:add to (?:cart|bag|basket)|buy now|in stock|auf lager|in den warenkorb|sofort lieferbar|ajouter au panier|en stock|añadir (?:al carrito|a la cesta)|aggiungi al carrello|in winkelwagen|op voorraad|lägg i (?:varukorg|kundvagn)|do koszyka|läggtill|i lager|på lager)\b/iu;

/** How far below the heading the shop still speaks of this product. */
const reach = 2_500;

function readAvailability(facts: PageFacts): Availability | null {
  const near = facts.text.slice(0, reach);
  if (outPhrases.test(near)) return "out";
  return inPhrases.test(near) ? "in" : null;
}

/** What can be read on the page itself: the last resort for a price, and a voice on availability. */
export function readTextOffer(facts: PageFacts, prices: readonly ReadPrice[]): Finding | null {
  const current = prices.filter(({ isOld }) => !isOld);
  const [likeliest] = current;
  const availability = readAvailability(facts);
  const isProductPage = facts.heading !== "" || metaContent(facts, "og:type") === "product";
  const isLabelled = likeliest !== undefined && likeliest.weight >= 6 && isProductPage;
  if (!isLabelled && availability === null) return null;
  const struck = prices.find(
    ({ isOld, price }) => isOld && likeliest !== undefined && price > likeliest.price,
  );
  return {
    from: "text",
    title: facts.heading === "" ? null : facts.heading,
    brand: null,
    gtin: null,
    sku: null,
    mpn: null,
    model: null,
    image: null,
    description: null,
    category: null,
    url: null,
    isMainEntity: true,
    candidates: [
      {
        from: "text",
        path: "text:price",
        price: isLabelled ? likeliest.price : null,
        currency: isLabelled ? likeliest.currency : null,
        availability,
        availabilityPath: availability === null ? null : "text:availability",
        condition: null,
        listPrice: isLabelled ? (struck?.price ?? null) : null,
        seller: null,
        variant: null,
        keys: [],
        url: null,
      },
    ],
  };
}
