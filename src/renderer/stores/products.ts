import { create } from "zustand";
import type { Match, Product } from "../../shared/contract/product.js";
import { go } from "./navigation.js";

interface Products {
  readonly byService: Readonly<Record<string, Product>>;
  /** Service ids, the last looked at first. */
  readonly recent: readonly string[];
}

const recentMax = 6;

/** Products that an answer has already brought, so that opening one costs nothing more. */
export const useProducts = create<Products>(() => ({ byService: {}, recent: [] }));

/** Opens a product that is known; `match` tells how it was found, where it was looked up. */
export function openProduct(product: Product, match?: Match): void {
  useProducts.setState(({ byService, recent }) => ({
    byService: { ...byService, [product.service]: product },
    recent: [product.service, ...recent.filter((service) => service !== product.service)].slice(0, recentMax),
  }));
  go({ view: "product", service: product.service, ...(match && { match }) });
}

export function forgetProducts(): void {
  useProducts.setState({ byService: {}, recent: [] });
}
