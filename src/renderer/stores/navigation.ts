import { create } from "zustand";
import type { Match } from "../../shared/contract/product.js";
import type { SettingsSection } from "../../shared/settings-sections.js";

/** A part of the window that the sidebar leads to. */
export type Place = "watch" | "search" | "deals" | "alerts" | "settings";

/** Where the window is. A product page knows how its product was found. */
export type Route =
  /** `unknown`: a barcode or an ASIN that no product has. */
  | { readonly view: "search"; readonly query: string; readonly unknown?: string }
  | {
      readonly view: "product";
      readonly productKey: string;
      readonly match?: Match;
      /** Where it was opened; by default the place that the window is at. */
      readonly from?: Place;
    }
  | { readonly view: "deals" }
  | { readonly view: "watch" }
  /** The inbox; the rules behind it are beside it. */
  | { readonly view: "alerts"; readonly tab?: "rules" }
  /** Adding links, one or many. */
  | { readonly view: "add" }
  /** With the dialog open that connects a service, where that is what the shopper came for. */
  | { readonly view: "settings"; readonly section?: SettingsSection; readonly isConnecting?: true }
  /** All parts of the design system; only in development. */
  | { readonly view: "gallery" };

interface Navigation {
  readonly stack: readonly Route[];
  readonly position: number;
}

/** What is watched is what most starts are for. */
export const home: Route = { view: "watch" };
export const searchPage: Route = { view: "search", query: "" };

export const useNavigation = create<Navigation>(() => ({ stack: [home], position: 0 }));

/** The place that a page belongs to. */
export function placeOf(route: Route): Place {
  switch (route.view) {
    case "product":
      return route.from ?? "search";
    case "add":
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

/** This very visit of a page: what takes long asks later whether the shopper is still, or again, there. */
export function visitNow(): Route {
  return here(useNavigation.getState());
}

function isSame(one: Route, other: Route): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Goes to a page; `isInstead` takes it for the one that is shown, so that going back leads to what was before. */
export function go(route: Route, { isInstead = false } = {}): void {
  useNavigation.setState(({ stack, position }) => {
    const shown = stack[position] ?? home;
    const next: Route = route.view === "product" ? { from: placeOf(shown), ...route } : { ...route };
    if (isSame(shown, next)) return { stack, position };
    // A visit of its own, also where the same place is gone to again: it is scrolled to its top.
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
