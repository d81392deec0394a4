/** The action of a key in the list; the menu key belongs to the system. */
export type GridAction =
  | { readonly kind: "move"; readonly to: number; readonly isRange: boolean }
  | { readonly kind: "open" | "toggle" | "select-all" | "select-none" | "filter" | "remove" };

export interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  /** Auto-repeat moves on, but changes something only once. */
  readonly repeat: boolean;
}

const pageRows = 10;

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  PageDown: pageRows,
  PageUp: -pageRows,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

const plainActions: Readonly<Record<string, Exclude<GridAction["kind"], "move">>> = {
  Enter: "open",
  x: "toggle",
  X: "toggle",
  " ": "toggle",
  Escape: "select-none",
  "/": "filter",
  Delete: "remove",
};

/** The action of a key on the row at `here` of a list that ends at `last`; `null` if it has none. */
export function gridAction(pressed: PressedKey, here: number, last: number): GridAction | null {
  const { key, shiftKey } = pressed;
  if (pressed.ctrlKey || pressed.metaKey) return key.toLowerCase() === "a" ? { kind: "select-all" } : null;
  const step = steps[key];
  if (step !== undefined)
    return { kind: "move", to: Math.max(0, Math.min(last, here + step)), isRange: shiftKey };
  const kind = plainActions[key];
  return kind === undefined || pressed.repeat ? null : { kind };
}
