import { create } from "zustand";
import type { NamedShop } from "../../shared/app/pages.js";

/** Names and icons of shops, by host. All views follow a new name: `ViewOf` subscribes to it, and what `memo` keeps from being rendered. */
export const useShops = create<ReadonlyMap<string, NamedShop>>(() => new Map());

export function saveShops(shops: readonly NamedShop[]): void {
  useShops.setState(new Map(shops.map((shop) => [shop.host, shop])), true);
}

/** A shop as it is to be shown; by its host until it is known. */
export function useShop(host: string): NamedShop {
  return useShops((shops) => shops.get(host)) ?? { host, name: host, is_own_name: false, icon: null };
}

/** The host by which a link's shop is known. */
export function shopHost(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}

/** What to call a shop in a sentence. */
export function shopName(host: string): string {
  return useShops.getState().get(host)?.name ?? host;
}
