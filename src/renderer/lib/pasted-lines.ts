/** Lines with something in them, trimmed; of a table's rows (a spreadsheet copies them with tabs) the first cell. */
export function pastedLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => (line.trim().split("\t")[0] ?? "").trim())
    .filter((line) => line !== "");
}
