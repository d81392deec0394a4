import { create } from "zustand";
import type { Match } from "../../shared/contract/product.js";
import type { SettingsSection } from "../../shared/settings-sections.js";

/** A place in the sidebar. */
export type Place = "watch" | "search" | "deals" | "alerts" | "settings";

/** A page of the window. A product page knows how its product was found. */
export type Route =
  /** `unknown`: a barcode or an ASIN without a match. */
  | { readonly view: "search"; readonly query: string; readonly unknown?: string }
  | {
      readonly view: "product";
      readonly productKey: string;
      readonly match?: Match;
      /** Of the price to show first; by default that of the watch list. */
      readonly currency?: string;
      /** The place that it was opened from; by default the present one. */
      readonly from?: Place;
    }
  | { readonly view: "deals" }
  | { readonly view: "watch" }
  /** Watched products side by side. */
  | { readonly view: "compare"; readonly productKeys: readonly string[] }
  /** The inbox; its other tab has the rules. */
  | { readonly view: "alerts"; readonly tab?: "rules" }
  /** Adding links, one or many. */
  | { readonly view: "add" }
  /** `isConnecting` opens the dialog to connect a service. */
  | { readonly view: "settings"; readonly section?: SettingsSection; readonly isConnecting?: true }
  /** All parts of the design system; only in development. */
  | { readonly view: "gallery" };

interface Navigation {
  readonly stack: readonly Route[];
  readonly position: number;
}

/** Most visits are for the watch list. */
export const home: Route = { view: "watch" };
export const searchPage: Route = { view: "search", query: "" };

export const useNavigation = create<Navigation>(() => ({ stack: [home], position: 0 }));

/** The sidebar place of a page. */
export function placeOf(route: Route): Place {
  switch (route.view) {
    case "product":
      return route.from ?? "search";
    case "add":
    case "compare":
      return "watch";
    case "gallery":
      return "settings";
    default:
      return route.view;
  }
}

/** Whether a wide window shows the watch list beside the page. */
export function isBesideList(route: Route): boolean {
  return route.view === "product" && route.from === "watch";
}

function here({ stack, position }: Navigation): Route {
  return stack[position] ?? home;
}

export function useRoute(): Route {
  return useNavigation(here);
}

/** Identifies one visit of a page, so that slow work can tell later whether the shopper is still there. */
export function visitNow(): Route {
  return here(useNavigation.getState());
}

function isSame(one: Route, other: Route): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Opens a page. `isInstead` replaces the present entry of the back stack. */
export function go(route: Route, { isInstead = false } = {}): void {
  useNavigation.setState(({ stack, position }) => {
    const shown = stack[position] ?? home;
    const next: Route = route.view === "product" ? { from: placeOf(shown), ...route } : { ...route };
    if (isSame(shown, next)) return { stack, position };
    // Creates a new visit even of the same place, so that it scrolls to its top.
    const kept = [...stack.slice(0, isInstead ? position : position + 1), next];
    return { stack: kept, position: kept.length - 1 };
  });
}

export function goBack(): void {
  useNavigation.setState(({ stack, position }) => ({ stack, position: Math.max(0, position - 1) }));
}

export function goForward(): void {
  useNavigation.setState(({ stack, position }) => ({
    stack,
    position: Math.min(stack.length - 1, position + 1),
  }));
}
