import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Route } from "../stores/navigation.js";

/** Routes are kept by the navigation's stack, so the same object means the same visit. */
const offsets = new WeakMap<Route, number>();

/** Going back finds the page where it was left; a new page starts at its top. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, route: Route): void {
  const isScrolled = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const offset = offsets.get(route) ?? 0;
    // Even to scroll to where it is, the page has to be laid out at once: the window's first one has not been scrolled.
    if (offset > 0 || isScrolled.current) element.scrollTop = offset;
    if (offset > 0) isScrolled.current = true;
    const remember = () => {
      isScrolled.current = true;
      offsets.set(route, element.scrollTop);
    };
    element.addEventListener("scroll", remember, { passive: true });
    return () => element.removeEventListener("scroll", remember);
  }, [scroller, route]);
}
