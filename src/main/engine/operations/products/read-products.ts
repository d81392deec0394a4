import type { Product } from "../../../../shared/contract/product.js";
import { findDeals } from "../../db/prices/deal.js";
import { productById } from "../../db/products/product.js";
import { searchPartialText, searchProductText } from "../../db/products/product-text.js";
import { reviewOfProduct } from "../../db/products/review.js";
import { dealsCost, productsCost, reviewCost } from "../../domain/cost.js";
import { parseSearchTerms } from "../../domain/search-terms.js";
import { isMetered } from "../request/caller.js";
import type { ContractRead } from "../request/contract-operation.js";
import { countDistinctProducts, type MatchedProduct, resolveIdentifiers } from "./resolve-identifiers.js";

export function withMatch({ product, match }: MatchedProduct): Product {
  return { ...product, match };
}

export const getProducts: ContractRead<"products.get"> = ({ tx: db }, request) => {
  const matches = resolveIdentifiers(db, request.ids);
  return { result: { data: matches.map(withMatch) }, credits: productsCost(countDistinctProducts(matches)) };
};

/** Programs get the matches that the contract defines; in the window, the beginning of a word is enough. */
export const searchProducts: ContractRead<"products.search"> = ({ tx: db, caller }, { q, limit, offset }) => {
  const terms = parseSearchTerms(q);
  const page = { limit, offset };
  const { ids, total } = isMetered(caller)
    ? searchProductText(db, terms, page)
    : searchPartialText(db, caller.accountId, terms, page);
  const data = ids.map((id) => productById(db, id)?.product).filter((product) => product !== undefined);
  return {
    result: { data, pagination: { total, limit, offset, returned: data.length } },
    credits: productsCost(data.length),
  };
};

export const getReview: ContractRead<"reviews.get"> = ({ tx: db }, request) => {
  const [match] = resolveIdentifiers(db, [request.id]);
  if (match === undefined) throw new Error("A resolved list is never empty.");
  const review = reviewOfProduct(db, match.id);
  return {
    result: { product: { path: match.product.service, title: match.product.title }, review },
    credits: reviewCost(review !== null),
  };
};

export const listDeals: ContractRead<"deals.list"> = ({ tx, nowMs }, request) => {
  const { deals, total } = findDeals(tx, request, nowMs);
  const { limit, offset } = request;
  return {
    result: {
      deals,
      pagination: { total, limit, offset, returned: deals.length, has_more: offset + deals.length < total },
    },
    credits: dealsCost(deals.length),
  };
};
