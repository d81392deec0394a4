import { bridge } from "../lib/bridge.js";
import { texts } from "../lib/texts.js";

const macSymbols: Readonly<Record<string, string>> = { Mod: "⌘", Alt: "⌥", Shift: "⇧" };

/** `Mod K` → `⌘K` on macOS, `Ctrl K` elsewhere, `Strg K` on a German keyboard. */
export function keyText(keys: string): string {
  const isMac = bridge().platform === "darwin";
  const printed = keys.split(" ").map((key) => (isMac ? macSymbols[key] : undefined) ?? printedName(key));
  return printed.join(isMac ? "" : " ");
}

function printedName(key: string): string {
  const names: Readonly<Record<string, string>> = texts().common.keys;
  return names[key === "Mod" ? "Ctrl" : key] ?? key;
}

/** Keys as they are printed on this computer's keyboard. */
export function Keys({ keys }: { readonly keys: string }) {
  return <kbd>{keyText(keys)}</kbd>;
}
