import { useEffect } from "react";
import { create } from "zustand";
import type { Match, Product } from "../../shared/contract/product.js";
import { saveShops } from "../lib/shop-name.js";
import { forgetAnswers, useAnswer } from "./answers.js";
import { go } from "./navigation.js";

interface Products {
  readonly byKey: Readonly<Record<string, Product>>;
  /** Most recently viewed first. */
  readonly recent: readonly Product[];
}

const maxRecent = 6;

/** Cached products from earlier answers, so that opening one shows it at once. */
export const useProducts = create<Products>(() => ({ byKey: {}, recent: [] }));

/** Opens a known product; `match` describes how a look-up found it. */
export function openProduct(product: Product, match?: Match): void {
  useProducts.setState(({ byKey }) => ({ byKey: { ...byKey, [product.service]: product } }));
  go({ view: "product", productKey: product.service, from: "search", ...(match && { match }) });
}

/** Puts a product first among those viewed last. */
export function addViewed(product: Product): void {
  useProducts.setState(({ recent }) => ({
    recent: [product, ...recent.filter(({ service }) => service !== product.service)].slice(0, maxRecent),
  }));
}

/** Removes products from those viewed last. Returns a function that restores the list. */
export function dropViewed(productKeys: readonly string[]): () => void {
  const { recent } = useProducts.getState();
  useProducts.setState({ recent: recent.filter(({ service }) => !productKeys.includes(service)) });
  return () => useProducts.setState({ recent });
}

/** Fetches products again, because some have changed. */
export function forgetProducts(): void {
  forgetAnswers(true);
  useProducts.setState({ byKey: {} });
}

/** Resets the window after the catalogue itself was replaced. */
export function forgetCatalogue(): void {
  forgetProducts();
  useProducts.setState({ recent: [] });
}

/** Follows the names of shops, for the whole window. */
export function useShopNames(): void {
  const { data } = useAnswer("shops.list", {});
  useEffect(() => saveShops(data?.shops ?? []), [data]);
}
