import { create } from "zustand";
import type { Match, Product } from "../../shared/contract/product.js";
import { forgetAnswers } from "./answers.js";
import { go } from "./navigation.js";

interface Products {
  readonly byKey: Readonly<Record<string, Product>>;
  /** Product keys, most recently viewed first. */
  readonly recent: readonly string[];
}

const recentMax = 6;

/** Cached products from earlier answers, so that opening one shows it at once. */
export const useProducts = create<Products>(() => ({ byKey: {}, recent: [] }));

/** Opens a known product; `match` describes how a look-up found it. */
export function openProduct(product: Product, match?: Match): void {
  useProducts.setState(({ byKey, recent }) => ({
    byKey: { ...byKey, [product.service]: product },
    recent: [product.service, ...recent.filter((productKey) => productKey !== product.service)].slice(
      0,
      recentMax,
    ),
  }));
  go({ view: "product", productKey: product.service, from: "search", ...(match && { match }) });
}

/** Resets the window after the catalogue itself was replaced. */
export function forgetCatalogue(): void {
  forgetAnswers(true);
  useProducts.setState({ byKey: {}, recent: [] });
}
