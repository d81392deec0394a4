import { pastedLines } from "./pasted-lines.js";

/** The lines of a drop or paste: its links if it has any, else its text. */
export function linesOf(data: Pick<DataTransfer, "getData">): readonly string[] {
  const links = pastedLines(data.getData("text/uri-list")).filter((line) => /^https?:/i.test(line));
  return links.length > 0 ? links : pastedLines(data.getData("text/plain"));
}
