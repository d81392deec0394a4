import { bridge } from "../lib/bridge.js";

/** `Mod K` → `⌘K` on macOS, `Ctrl K` elsewhere. */
export function keyText(keys: string): string {
  if (bridge().platform !== "darwin") return keys.replace("Mod", "Ctrl");
  return keys.replace("Mod", "⌘").replace("Alt", "⌥").replace("Shift", "⇧").replaceAll(" ", "");
}

/** Keys as they are printed on this computer's keyboard. */
export function Keys({ keys }: { readonly keys: string }) {
  return <kbd>{keyText(keys)}</kbd>;
}
