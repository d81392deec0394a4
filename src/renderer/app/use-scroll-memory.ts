import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Route } from "../stores/navigation.js";

/** The navigation stack keeps route objects, so the same object is the same visit. */
const offsets = new WeakMap<Route, number>();

/** Restores a page's scroll position on the way back; a new page starts at its top. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, route: Route): void {
  const isScrolled = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const offset = offsets.get(route) ?? 0;
    // Skips a scroll to the current position, which would force a layout before the first paint.
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
