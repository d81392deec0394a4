import { type RefObject, useLayoutEffect } from "react";
import type { Route } from "../stores/navigation.js";

/** Routes are kept by the navigation's stack, so the same object means the same visit. */
const offsets = new WeakMap<Route, number>();

/** Going back finds the page where it was left; a new page starts at its top. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, route: Route): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = offsets.get(route) ?? 0;
    const remember = () => offsets.set(route, element.scrollTop);
    element.addEventListener("scroll", remember, { passive: true });
    return () => element.removeEventListener("scroll", remember);
  }, [scroller, route]);
}
