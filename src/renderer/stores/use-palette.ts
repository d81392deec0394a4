import { useEffect, useState } from "react";
import { useSettings } from "./settings.js";

const seriesCount = 8;

/** The tokens as plain colors, for what is drawn on a canvas. */
export interface Palette {
  readonly series: readonly string[];
  readonly ink: string;
  readonly text: string;
  readonly grid: string;
  readonly surface: string;
  readonly shade: string;
  readonly target: string;
  readonly good: string;
  readonly bad: string;
}

/** A token may be a function of the theme, so the browser is asked what it comes to. */
function readPalette(): Palette {
  const probe = document.createElement("span");
  document.body.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    series: Array.from({ length: seriesCount }, (_, index) => read(`--series-${index + 1}`)),
    ink: read("--text"),
    text: read("--text-3"),
    grid: read("--grid"),
    surface: read("--surface"),
    shade: read("--shade"),
    target: read("--flag"),
    good: read("--good"),
    bad: read("--bad"),
  };
  probe.remove();
  return palette;
}

/** The palette of the theme in use; changes with the setting and with the system. */
export function usePalette(): Palette {
  const theme = useSettings((state) => state.theme);
  const [palette, setPalette] = useState(readPalette);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides what the tokens come to
  useEffect(() => {
    const read = () => setPalette(readPalette());
    read();
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", read);
    return () => dark.removeEventListener("change", read);
  }, [theme]);
  return palette;
}
