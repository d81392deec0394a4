import { pastedLines } from "./pasted-lines.js";

/** The lines of what was dropped or pasted: links where there are any, else its text. */
export function linesOf(data: Pick<DataTransfer, "getData">): readonly string[] {
  const links = pastedLines(data.getData("text/uri-list")).filter((line) => /^https?:/i.test(line));
  return links.length > 0 ? links : pastedLines(data.getData("text/plain"));
}
