import { saveFile } from "../../../lib/save-file.js";
import type { PriceDrawing } from "./drawing.js";
import { exportName } from "./export-name.js";
import { historyCsv } from "./history-csv.js";
import { spanText } from "./span-text.js";
import type { Lines } from "./use-lines.js";

export function saveTable(title: string, lines: Lines, { viewport }: PriceDrawing): void {
  saveFile(exportName(title, viewport, "csv"), "text/csv", historyCsv(lines.offers, viewport));
}

/** Drawn anew, so that it is sharp and of one size whatever the window is. */
export async function savePicture(title: string, lines: Lines, drawing: PriceDrawing): Promise<void> {
  const { drawPicture } = await import("./picture.js");
  const picture = await drawPicture({
    drawing,
    title,
    subtitle: spanText(drawing.viewport),
    names: lines.shown.map(({ label }) => label),
  });
  if (picture) saveFile(exportName(title, drawing.viewport, "png"), "image/png", picture);
}
