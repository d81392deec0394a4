import { parseAmount, parseCurrency } from "../amounts/money.js";
import { blankCandidate, blankFinding, type Finding } from "../candidate.js";
import { metaContent, type PageFacts } from "../html/page-facts.js";
import { availabilityOf, conditionOf } from "../schema-org/terms.js";

const priceKeys = [
  "product:sale_price:amount",
  "product:price:amount",
  "og:price:amount",
  "twitter:data1",
] as const;
const listKeys = [
  "product:original_price:amount",
  "og:price:standard_amount",
  "og:standard_price:amount",
] as const;

/** Reads Open Graph tags and their like; `null` without price and stock. */
export function readMetaTags(facts: PageFacts): Finding | null {
  const key = priceKeys.find((each) => amountOf(facts, each) !== null && isPrice(facts, each));
  const availability = availabilityOf(
    metaContent(
      facts,
      "product:availability",
      "og:availability",
      "availability",
      "og:product:availability",
    ) ?? twitterDatum(facts, /availab|stock|verfügbar|disponib|lager/i),
  );
  const price = key === undefined ? null : amountOf(facts, key);
  const list = parseAmount(metaContent(facts, ...listKeys, "product:price:amount"));
  if (price === null && availability === null) return null;
  const itemId = metaContent(facts, "product:retailer_item_id", "product:item_id", "sku");
  return {
    ...blankFinding("meta"),
    title: metaContent(facts, "og:title", "twitter:title"),
    brand: metaContent(facts, "product:brand", "og:brand"),
    sku: itemId,
    mpn: metaContent(facts, "product:mfr_part_no"),
    image: metaContent(facts, "og:image:secure_url", "og:image", "twitter:image"),
    category: metaContent(facts, "product:category"),
    url: metaContent(facts, "og:url"),
    isMainEntity: true,
    candidates: [
      {
        ...blankCandidate("meta", `meta:${key ?? "product:availability"}`),
        price,
        ...parseCurrency(
          metaContent(facts, "product:sale_price:currency", "product:price:currency", "og:price:currency"),
          key === undefined ? null : metaContent(facts, key),
        ),
        availability,
        availabilityPath: availability === null ? null : "meta:product:availability",
        condition: conditionOf(metaContent(facts, "product:condition", "og:condition")),
        listPrice: list !== null && price !== null && list > price ? list : null,
        keys: itemId === null ? [] : [itemId],
        url: metaContent(facts, "og:url"),
      },
    ],
  };
}

/** The one amount of all tags with this key: different ones are those of variants or of a list. */
function amountOf({ metas }: PageFacts, key: string): number | null {
  const amounts = metas.filter((meta) => meta.key === key).map(({ content }) => parseAmount(content));
  const [amount = null, ...others] = new Set(amounts.filter((each) => each !== null));
  return others.length === 0 ? amount : null;
}

/** The datum of the Twitter pair whose label speaks of it. */
function twitterDatum(facts: PageFacts, label: RegExp): string | null {
  const number = ["1", "2"].find((each) => label.test(metaContent(facts, `twitter:label${each}`) ?? ""));
  return number === undefined ? null : metaContent(facts, `twitter:data${number}`);
}

/** `twitter:data1` is a price only if its label says so. */
function isPrice(facts: PageFacts, key: string): boolean {
  return (
    key !== "twitter:data1" || /price|preis|prix|precio/i.test(metaContent(facts, "twitter:label1") ?? "")
  );
}
