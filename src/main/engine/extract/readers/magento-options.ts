import { blankCandidate, type Candidate } from "../candidate.js";
import { isJson, type Json } from "../schema-org/lenient-json.js";
import { type AmountStyle, amountsOf } from "./state-amount.js";

/** A product has a label for each of its options, of which there are few. */
const maxLabels = 20;

interface LabelledOption {
  readonly label: string;
  readonly products: readonly string[];
}

function optionsOf({ attributes }: Json): LabelledOption[] {
  return (isJson(attributes) ? Object.values(attributes) : [])
    .flatMap((attribute) => (isJson(attribute) ? attribute.options : []))
    .filter(isJson)
    .flatMap(({ label, products }) =>
      typeof label === "string" && Array.isArray(products) ? [{ label, products: products.map(String) }] : [],
    );
}

/** The labels of the options of each of a configurable product's simple products, by its id. */
function labelsOf(config: Json): Map<string, string[]> {
  const labels = new Map<string, string[]>();
  for (const { label, products } of optionsOf(config))
    for (const product of products) {
      const known = labels.get(product);
      if (known === undefined) labels.set(product, [label]);
      else if (known.length < maxLabels) known.push(label);
    }
  return labels;
}

function priceIn({ finalPrice, oldPrice }: Json, path: string, style: AmountStyle): Candidate | null {
  const price = amountsOf(finalPrice, style)[0]?.price;
  if (price === undefined) return null;
  const list = amountsOf(oldPrice, style)[0]?.price ?? 0;
  return { ...blankCandidate("embedded", `embedded:${path}`), price, listPrice: list > price ? list : null };
}

/** Magento's price box: the price of a product without options, without its name; `null` where there is none. */
export function magentoPriceBox({ priceConfig }: Json, path: string, style: AmountStyle): Candidate | null {
  const prices = isJson(priceConfig) ? priceConfig.prices : undefined;
  return isJson(prices) ? priceIn(prices, `${path}.priceConfig`, style) : null;
}

/** Magento's configurable products keep the prices of all options in one object, `optionPrices`; empty where there is none. */
export function magentoOptions(config: Json, path: string, style: AmountStyle): Candidate[] {
  const { optionPrices } = config;
  if (!isJson(optionPrices)) return [];
  const labels = labelsOf(config);
  return Object.entries(optionPrices).flatMap(([product, prices]) => {
    const option = isJson(prices) ? priceIn(prices, `${path}.optionPrices`, style) : null;
    return option === null
      ? []
      : [{ ...option, variant: labels.get(product)?.join(" / ") ?? null, keys: [product] }];
  });
}
