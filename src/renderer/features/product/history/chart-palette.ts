import { useEffect, useMemo, useState } from "react";
import { type Palette, usePalette } from "../../../stores/use-palette.js";

const query = "(forced-colors: active)";

export type ChartPalette = Palette;

/** A system colour as a plain one, for a canvas. */
function systemColor(name: string): string {
  const probe = document.createElement("span");
  probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The reader's own few colours. Lines are told apart by the shapes at their ends and in the legend. */
function forcedPalette(): Palette {
  const text = systemColor("CanvasText");
  return {
    series: [text],
    ink: text,
    text,
    grid: systemColor("color-mix(in srgb, CanvasText 30%, Canvas)"),
    surface: systemColor("Canvas"),
    shade: "transparent",
    target: systemColor("LinkText"),
    good: text,
    bad: text,
  };
}

/** The theme's colours, or the system's where the reader wants only those. */
export function useChartPalette(): ChartPalette {
  const palette = usePalette();
  const [isForced, setForced] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const read = () => setForced(list.matches);
    read();
    list.addEventListener("change", read);
    return () => list.removeEventListener("change", read);
  }, []);
  return useMemo(() => (isForced ? forcedPalette() : palette), [isForced, palette]);
}
