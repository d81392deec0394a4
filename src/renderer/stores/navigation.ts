import { create } from "zustand";
import type { Match } from "../../shared/contract/product.js";
import type { SettingsSection } from "../../shared/ipc.js";

/** Where the window is. A product page knows how its product was found. */
export type Route =
  /** `isAgreed`: the shopper has already said that the unknown link is to be added. */
  | { readonly view: "search"; readonly query: string; readonly unknown?: string; readonly isAgreed?: true }
  | { readonly view: "product"; readonly productKey: string; readonly match?: Match }
  | { readonly view: "deals" }
  | { readonly view: "watch" }
  /** The inbox; the rules behind it are beside it. */
  | { readonly view: "alerts"; readonly tab?: "rules" }
  /** Looking many up at once; with a job, what that one found. */
  | { readonly view: "batch"; readonly job?: string }
  /** With the dialog open that connects a service, where that is what the shopper came for. */
  | { readonly view: "settings"; readonly section?: SettingsSection; readonly isConnecting?: true }
  /** All parts of the design system; only in development. */
  | { readonly view: "gallery" };
export type View = Route["view"];

interface Navigation {
  readonly stack: readonly Route[];
  readonly position: number;
}

/** What is watched is what most starts are for. */
export const home: Route = { view: "watch" };
export const searchPage: Route = { view: "search", query: "" };

export const useNavigation = create<Navigation>(() => ({ stack: [home], position: 0 }));

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

export function go(route: Route): void {
  useNavigation.setState(({ stack, position }) => {
    const here = stack[position];
    if (here && isSame(here, route)) return { stack, position };
    // A visit of its own, also where the same place is gone to again: it is scrolled to its top.
    const next = [...stack.slice(0, position + 1), { ...route }];
    return { stack: next, position: next.length - 1 };
  });
}

/** What was agreed to is begun: whoever comes back to this page is asked again. */
export function forgetAgreement(): void {
  useNavigation.setState(({ stack, position }) => ({
    stack: stack.map((route, index) => {
      if (index !== position || route.view !== "search") return route;
      const { isAgreed: _begun, ...rest } = route;
      return rest;
    }),
    position,
  }));
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
