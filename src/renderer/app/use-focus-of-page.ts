import { type RefObject, useEffect } from "react";
import type { Route } from "../stores/navigation.js";

/**
 * Focuses a new page, so that the keyboard scrolls it and screen readers continue there. A search keeps the focus in
 * the look-up box: the words are often changed again, and one arrow key leads into the results.
 */
export function useFocusOfPage(page: RefObject<HTMLElement | null>, route: Route): void {
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    const isInBox = document.activeElement?.getAttribute("role") === "combobox";
    if (page.current && (isLost || (isInBox && route.view !== "search"))) focusQuietly(page.current);
  }, [page, route]);
}

/** Hides the focus ring of programmatic focus; focus by Tab still shows it. */
function focusQuietly(page: HTMLElement): void {
  page.dataset.quietFocus = "";
  page.addEventListener("blur", () => delete page.dataset.quietFocus, { once: true });
  page.focus({ preventScroll: true });
}
