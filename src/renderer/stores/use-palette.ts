import { useEffect, useState } from "react";
import { useSettings } from "./settings.js";

const seriesCount = 8;
const forcedQuery = "(forced-colors: active)";

/** The design tokens as plain colours, for a canvas. */
export interface Palette {
  readonly series: readonly string[];
  readonly ink: string;
  readonly text: string;
  readonly grid: string;
  readonly surface: string;
  readonly water: string;
  readonly bed: string;
  readonly usual: string;
  readonly target: string;
  readonly good: string;
  readonly high: string;
}

/** Tokens may depend on the theme, and system colours on the reader's settings, so a probe element resolves both. */
function readPalette(): Palette {
  const probe = document.createElement("span");
  probe.style.cssText = "forced-color-adjust: none";
  document.body.append(probe);
  const read = (color: string) => {
    probe.style.color = color;
    return getComputedStyle(probe).color;
  };
  const palette = matchMedia(forcedQuery).matches ? forcedPalette(read) : themePalette(read);
  probe.remove();
  return palette;
}

function themePalette(read: (color: string) => string): Palette {
  return {
    series: Array.from({ length: seriesCount }, (_, index) => read(`var(--series-${index + 1})`)),
    ink: read("var(--text)"),
    text: read("var(--text-3)"),
    grid: read("var(--grid)"),
    surface: read("var(--surface)"),
    water: read("var(--water)"),
    bed: read("var(--bed)"),
    usual: read("var(--usual)"),
    target: read("var(--flag)"),
    good: read("var(--good)"),
    high: read("var(--high)"),
  };
}

/** Forced-colours mode. */
function forcedPalette(read: (color: string) => string): Palette {
  const text = read("CanvasText");
  const grid = read("color-mix(in srgb, CanvasText 30%, Canvas)");
  return {
    series: [text],
    ink: text,
    text,
    grid,
    surface: read("Canvas"),
    water: read("Highlight"),
    bed: grid,
    usual: "transparent",
    target: read("LinkText"),
    good: text,
    high: text,
  };
}

/** The palette of the active theme; follows the setting and the system. */
export function usePalette(): Palette {
  const theme = useSettings((state) => state.theme);
  const [palette, setPalette] = useState(readPalette);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides what the tokens come to
  useEffect(() => {
    const read = () => setPalette(readPalette());
    read();
    const queries = ["(prefers-color-scheme: dark)", forcedQuery].map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener("change", read);
    return () => {
      for (const query of queries) query.removeEventListener("change", read);
    };
  }, [theme]);
  return palette;
}
