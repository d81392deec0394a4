import { afterEach, describe, expect, it, vi } from "vitest";
import { keyText } from "../../../../src/renderer/components/keys.js";
import { speakTo } from "../../../../src/renderer/lib/texts.js";
import * as de from "../../../../src/shared/texts/de/index.js";
import * as en from "../../../../src/shared/texts/en/index.js";

function sitAt(platform: "linux" | "darwin"): void {
  vi.stubGlobal("window", { tidemark: { platform } });
}

afterEach(() => {
  vi.unstubAllGlobals();
  speakTo({ language: "en", locale: "en-US" }, en);
});

describe("keys as they are printed", () => {
  it.each([
    ["linux", "Mod Shift K", "Ctrl Shift K"],
    ["linux", "Alt ←", "Alt ←"],
    ["darwin", "Mod Shift K", "⌘⇧K"],
    ["darwin", "Delete", "Delete"],
  ] as const)("on %s, %s is %s", (platform, keys, printed) => {
    sitAt(platform);
    expect(keyText(keys)).toBe(printed);
  });

  it.each([
    ["Mod Shift K", "Strg Umschalt K"],
    ["Delete", "Entf"],
    ["Home", "Pos1"],
  ])("on a German keyboard, %s is %s", (keys, printed) => {
    sitAt("linux");
    speakTo({ language: "de", locale: "de-DE" }, de);
    expect(keyText(keys)).toBe(printed);
  });
});
