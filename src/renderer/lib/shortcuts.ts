import type { TidemarkBridge } from "../../shared/ipc.js";
import type { Texts } from "../../shared/texts/texts.js";
import { isInBrowser } from "./bridge.js";

type Entrances = Texts["entrances"];

interface Shortcut {
  readonly name: keyof Entrances["keys"];
  /** Each alternative; `Mod` is Ctrl, or the command key on macOS. */
  readonly keys: readonly string[];
}

const shortcutsOfMenu: readonly Shortcut[] = [
  { name: "places", keys: ["Mod 1–5"] },
  { name: "add", keys: ["Mod Shift K"] },
];

interface ShortcutGroup {
  readonly name: keyof Entrances["groups"];
  readonly shortcuts: readonly Shortcut[];
}

/** Keys of the app's menu, which a page in a browser lacks. */
export function menuKeys(keys: string): { readonly keys?: string } {
  return isInBrowser() ? {} : { keys };
}

/** The shortcuts on the sheet. */
export function shortcutGroups(platform: TidemarkBridge["platform"]): readonly ShortcutGroup[] {
  const isMac = platform === "darwin";
  return [
    {
      name: "everywhere",
      shortcuts: [
        { name: "box", keys: ["Mod K", "/"] },
        ...(platform === "web" ? [] : shortcutsOfMenu),
        { name: "history", keys: isMac ? ["Mod [", "Mod ]"] : ["Alt ←", "Alt →"] },
        { name: "undo", keys: ["Mod Z"] },
        { name: "redo", keys: ["Mod Shift Z"] },
        { name: "sheet", keys: ["?"] },
      ],
    },
    {
      name: "lists",
      shortcuts: [
        { name: "move", keys: ["↑", "↓", "J", "K"] },
        { name: "ends", keys: ["Home", "End"] },
        { name: "open", keys: ["Enter"] },
        { name: "remove", keys: ["Delete"] },
        { name: "unread", keys: ["U"] },
        { name: "group", keys: ["→", "←"] },
      ],
    },
    {
      name: "watchList",
      shortcuts: [
        { name: "select", keys: ["X"] },
        { name: "selectRange", keys: ["Shift ↓", "Shift ↑"] },
        { name: "selectAll", keys: ["Mod A"] },
        { name: "filter", keys: ["/"] },
        { name: "menu", keys: ["Shift F10"] },
      ],
    },
    {
      name: "product",
      shortcuts: [
        { name: "watch", keys: ["W"] },
        { name: "target", keys: ["T"] },
        { name: "check", keys: ["R"] },
        { name: "openShop", keys: ["O"] },
        { name: "copyLink", keys: ["C"] },
      ],
    },
    {
      name: "chart",
      shortcuts: [
        { name: "cross", keys: ["←", "→"] },
        { name: "pan", keys: ["Shift ←", "Shift →"] },
        { name: "zoom", keys: ["+", "−"] },
        { name: "reset", keys: ["0"] },
      ],
    },
  ];
}
