import { type RefObject, useEffect } from "react";
import type { Route } from "../stores/navigation.js";

/**
 * A new page takes the focus, so that the keyboard scrolls it and a screen reader reads on there. A search leaves the
 * focus in the look-up box: the words are often changed again, and one arrow key leads into the results.
 */
export function useFocusOfPage(page: RefObject<HTMLElement | null>, route: Route): void {
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    const isInBox = document.activeElement?.getAttribute("role") === "combobox";
    if (page.current && (isLost || (isInBox && route.view !== "search"))) focusQuietly(page.current);
  }, [page, route]);
}

/** Focus that the user did not move draws no ring; one that comes by Tab does. */
function focusQuietly(page: HTMLElement): void {
  page.dataset.quietFocus = "";
  page.addEventListener("blur", () => delete page.dataset.quietFocus, { once: true });
  page.focus({ preventScroll: true });
}
