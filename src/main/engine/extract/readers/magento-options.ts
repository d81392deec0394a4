import { blankCandidate, type Candidate } from "../candidate.js";
import { type AmountStyle, amountOf } from "./state-amount.js";
import { isJson, type Json, lookUp } from "./state-lookup.js";

/** A product has a label for each of its options, of which there are few. */
const mostLabels = 20;

interface LabelledOption {
  readonly label: string;
  readonly products: readonly string[];
}

function optionsOf(config: Json): LabelledOption[] {
  const attributes = lookUp(config, ["attributes"]);
  return (isJson(attributes) ? Object.values(attributes) : [])
    .flatMap((attribute) => (isJson(attribute) ? lookUp(attribute, ["options"]) : []))
    .filter(isJson)
    .flatMap((option) => {
      const label = lookUp(option, ["label"]);
      const products = lookUp(option, ["products"]);
      return typeof label === "string" && Array.isArray(products)
        ? [{ label, products: products.map(String) }]
        : [];
    });
}

/** What each of a configurable product's simple products is called: the labels of its options. */
function labelsOf(config: Json): Map<string, string[]> {
  const labels = new Map<string, string[]>();
  for (const { label, products } of optionsOf(config))
    for (const product of products) {
      const known = labels.get(product);
      if (known === undefined) labels.set(product, [label]);
      else if (known.length < mostLabels) known.push(label);
    }
  return labels;
}

function optionOf(prices: Json, price: number, path: string, style: AmountStyle): Candidate {
  const list = amountOf(lookUp(prices, ["oldprice"]), style)?.price ?? null;
  const listPrice = list !== null && list > price ? list : null;
  return { ...blankCandidate("embedded", `embedded:${path}`), price, listPrice };
}

/** Magento's price box: what a product without choices costs, without its name; `null` where there is none. */
export function magentoPriceBox(object: Json, path: string, style: AmountStyle): Candidate | null {
  const config = lookUp(object, ["priceconfig"]);
  const prices = isJson(config) ? lookUp(config, ["prices"]) : undefined;
  if (!isJson(prices)) return null;
  const now = amountOf(lookUp(prices, ["finalprice"]), style);
  return now === null ? null : optionOf(prices, now.price, `${path}.priceConfig`, style);
}

/** Magento's configurable products keep the prices of all choices in one object, `optionPrices`; empty where there is none. */
export function magentoOptions(config: Json, path: string, style: AmountStyle): Candidate[] {
  const prices = lookUp(config, ["optionprices"]);
  if (!isJson(prices)) return [];
  const labels = labelsOf(config);
  return Object.entries(prices).flatMap(([product, of]) => {
    const now = isJson(of) ? amountOf(lookUp(of, ["finalprice", "baseprice"]), style) : null;
    if (now === null || !isJson(of)) return [];
    const variant = labels.get(product)?.join(" / ") ?? null;
    return [{ ...optionOf(of, now.price, `${path}.optionPrices`, style), variant, keys: [product] }];
  });
}
