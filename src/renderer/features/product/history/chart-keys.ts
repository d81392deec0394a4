/** What a key asks of the chart. */
export type KeyWish =
  | { readonly kind: "step"; readonly to: 1 | -1 }
  | { readonly kind: "end"; readonly to: 1 | -1 }
  | { readonly kind: "pan"; readonly share: number }
  | { readonly kind: "zoom"; readonly factor: number }
  | { readonly kind: "reset" }
  | { readonly kind: "leave" };

type Pressed = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

export const zoomFactor = 1.5;
const panShare = 0.2;

const plain: Readonly<Record<string, KeyWish>> = {
  ArrowLeft: { kind: "step", to: -1 },
  ArrowRight: { kind: "step", to: 1 },
  Home: { kind: "end", to: -1 },
  End: { kind: "end", to: 1 },
  PageUp: { kind: "pan", share: -1 },
  PageDown: { kind: "pan", share: 1 },
  "+": { kind: "zoom", factor: zoomFactor },
  // The same key without Shift, where + is above =.
  "=": { kind: "zoom", factor: zoomFactor },
  "-": { kind: "zoom", factor: 1 / zoomFactor },
  _: { kind: "zoom", factor: 1 / zoomFactor },
  "0": { kind: "reset" },
  Escape: { kind: "leave" },
};

const shifted: Readonly<Record<string, KeyWish>> = {
  ArrowLeft: { kind: "pan", share: -panShare },
  ArrowRight: { kind: "pan", share: panShare },
};

/** Null for keys that are not the chart's: those of the window and of the system have Ctrl, Cmd or Alt. */
export function keyWish({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): KeyWish | null {
  if (ctrlKey || metaKey || altKey) return null;
  return (shiftKey ? shifted[key] : undefined) ?? plain[key] ?? null;
}
