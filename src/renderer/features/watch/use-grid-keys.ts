import type { Virtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect } from "react";
import { assertNever } from "../../../shared/assert-never.js";
import { isDialogOpen, isTextField } from "../../lib/key-target.js";
import { activeRow } from "../../lib/use-row-keys.js";
import { isWide } from "../../lib/use-wide.js";
import { type GridAction, gridAction } from "../../lib/watch/grid-keys.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import { go, home, isBesideList, visitNow } from "../../stores/navigation.js";
import { activate, select, toggleSelected, useWatchView } from "../../stores/watch-view.js";
import { stopWatching } from "./watch-actions.js";
import { filterFieldId } from "./watch-toolbar.js";

type Items = readonly WatchItem[];
type Scroller = Pick<Virtualizer<HTMLElement, Element>, "scrollToIndex">;

/** A distant row is rendered only after the list has scrolled to it. */
function focusRow(grid: HTMLElement, productKey: string): void {
  const find = () => grid.querySelector<HTMLElement>(`[data-product="${CSS.escape(productKey)}"]`);
  const row = find();
  if (row) row.focus({ preventScroll: true });
  else requestAnimationFrame(() => find()?.focus({ preventScroll: true }));
}

function selectSpan(items: Items, from: number, to: number): void {
  const span = items.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ row }) => row.product_key);
  select([...useWatchView.getState().selected, ...span]);
}

function selectAll(items: Items): void {
  select(items.map(({ row }) => row.product_key));
}

/** Selects all rows from elsewhere on the list's page, too, where the system's key would select the words of the window. */
function useSelectAll(items: Items): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || gridAction(event, 0, 0)?.kind !== "select-all") return;
      if (isTextField(event.target) || isDialogOpen() || isBesideList(visitNow())) return;
      event.preventDefault();
      selectAll(items);
      // Where Escape clears the selection.
      activeRow()?.focus({ preventScroll: true });
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [items]);
}

/** The keys of the list: move, select, open, remove, filter. */
export function useGridKeys(items: Items, scroller: Scroller) {
  useSelectAll(items);
  const moveTo = (grid: HTMLElement, to: number) => {
    const productKey = items[to]?.row.product_key;
    if (productKey === undefined) return;
    activate(productKey);
    scroller.scrollToIndex(to);
    focusRow(grid, productKey);
    // Beside the list, the page follows.
    if (isBesideList(visitNow()) && isWide())
      go({ view: "product", productKey, from: "watch" }, { isInstead: true });
  };
  const remove = (grid: HTMLElement, here: number) => {
    const row = items[here]?.row;
    const { selected } = useWatchView.getState();
    // The head's check box stands for the selected rows.
    if (row === undefined || selected.has(row.product_key)) {
      const rows = items.map((item) => item.row).filter(({ product_key: key }) => selected.has(key));
      if (rows.length === 0) return;
      select([]);
      return void stopWatching(rows);
    }
    // Focuses the neighbour, so that the keys continue to work.
    moveTo(grid, here === items.length - 1 ? here - 1 : here + 1);
    void stopWatching([row]);
  };
  const perform = (action: GridAction, grid: HTMLElement, here: number, productKey: string) => {
    switch (action.kind) {
      case "move":
        if (action.isRange) selectSpan(items, here, action.to);
        return moveTo(grid, action.to);
      case "open":
        return go({ view: "product", productKey, from: "watch" });
      case "toggle":
        return toggleSelected(productKey);
      case "select-all":
        return selectAll(items);
      case "select-none":
        if (useWatchView.getState().selected.size === 0 && isBesideList(visitNow())) return go(home);
        return select([]);
      case "filter":
        return document.getElementById(filterFieldId)?.focus();
      case "remove":
        return remove(grid, here);
      default:
        return assertNever(action);
    }
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget: grid } = event;
    // Keys in a menu or dialog of the list bubble up to it, too.
    if (!(target instanceof HTMLElement) || !grid.contains(target) || isTextField(target)) return;
    const row = target.closest("[data-product]");
    // Check boxes and buttons have keys of their own, but none for Delete.
    if (target !== row && event.key !== "Delete") return;
    const productKey = row?.getAttribute("data-product") ?? "";
    const here = items.findIndex((item) => item.row.product_key === productKey);
    const action = gridAction(event, here, items.length - 1);
    if (action === null) return;
    event.preventDefault();
    perform(action, grid, here, productKey);
  };
}
