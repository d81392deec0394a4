import { utcDay } from "./history-window.js";
import type { Viewport } from "./viewport.js";

const titleMax = 60;

/** `northlight-kettle-2026-03-01-to-2026-06-15.csv`: safe on every system, in whatever script the title is. */
export function exportName(title: string, { startMs, endMs }: Viewport, extension: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-");
  // By characters, so that none is cut in two.
  const short = [...plain]
    .slice(0, titleMax)
    .join("")
    .replace(/^-+|-+$/g, "");
  return `${short || "prices"}-${utcDay(startMs)}-to-${utcDay(endMs)}.${extension}`;
}
