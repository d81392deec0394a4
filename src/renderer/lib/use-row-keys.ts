import type { KeyboardEvent } from "react";

const rowSelector = "[data-row]";

/** Moves from the look-up box into the list of its results. */
export function focusFirstRow(): void {
  document.querySelector<HTMLElement>(`main ${rowSelector}`)?.focus();
}

/** The row of the page's list that the tab key reaches. */
export function activeRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main ${rowSelector}:not([tabindex="-1"])`);
}

/** Focuses the neighbour of the row around `inside` before that row is removed. */
export function leaveRow(inside: Element): void {
  const row = inside.closest("li")?.querySelector<HTMLElement>(rowSelector);
  const rows = [...document.querySelectorAll<HTMLElement>(`main ${rowSelector}`)];
  const here = row ? rows.indexOf(row) : -1;
  if (here >= 0) (rows[here + 1] ?? rows[here - 1])?.focus();
}

/** The key of the row around `inside` (`data-row="…"`); null outside of rows. */
export function keyOfRow(inside: Element): string | null {
  return inside.closest<HTMLElement>(rowSelector)?.dataset.row ?? null;
}

export function findRow(page: Element, key: string): HTMLElement | null {
  return page.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`);
}

/** Arrow keys, J and K, Home and End move the focus between the rows (`data-row`) of a list; rows handle Enter themselves. */
export function useRowKeys() {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(rowSelector)];
    const here = rows.indexOf(document.activeElement as HTMLElement);
    if (here < 0) return;
    const [down, up] = [here + 1, here - 1];
    const target = { ArrowDown: down, j: down, ArrowUp: up, k: up, Home: 0, End: rows.length - 1 }[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    rows[Math.max(0, Math.min(rows.length - 1, target))]?.focus();
  };
  return { onKeyDown };
}
