/** The non-empty lines, trimmed. Of table rows, which spreadsheets copy with tabs, the first cell. */
export function pastedLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => (line.trim().split("\t")[0] ?? "").trim())
    .filter((line) => line !== "");
}
