import { type RefObject, useEffect } from "react";
import { findRow, keyOfRow } from "../lib/use-row-keys.js";
import type { Route } from "../stores/navigation.js";

/** The navigation stack keeps route objects, so the same object is the same visit. */
const lastRows = new WeakMap<Route, string>();

/**
 * Focuses a new page, so that the keyboard scrolls it and screen readers continue there; on the way back, the row that
 * had the focus. A search keeps the focus in the look-up box: the words are often changed again, and one arrow key
 * leads into the results.
 */
export function useFocusOfPage(page: RefObject<HTMLElement | null>, route: Route): void {
  useEffect(() => {
    const shown = page.current;
    if (!shown) return;
    const isLost = document.activeElement === document.body || document.activeElement === shown;
    const isInBox = document.activeElement?.getAttribute("role") === "combobox";
    const row = findRow(shown, lastRows.get(route) ?? "");
    if (isLost && row) row.focus({ preventScroll: true });
    else if (isLost || (isInBox && route.view !== "search")) focusQuietly(shown);
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? keyOfRow(target) : null;
      if (row !== null) lastRows.set(route, row);
    };
    shown.addEventListener("focusin", remember);
    return () => shown.removeEventListener("focusin", remember);
  }, [page, route]);
}

/** Hides the focus ring of programmatic focus; focus by Tab still shows it. */
function focusQuietly(page: HTMLElement): void {
  page.dataset.quietFocus = "";
  page.addEventListener("blur", () => delete page.dataset.quietFocus, { once: true });
  page.focus({ preventScroll: true });
}
