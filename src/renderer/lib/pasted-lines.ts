/**
 * The products that a text names, line by line: a line's links, or else the whole line; of table rows, which
 * spreadsheets copy with tabs, the first cell. Among links, a line that ends with a colon is a heading.
 */
export function pastedLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => ({ line, links: linksIn(line) }));
  const hasLinks = lines.some(({ links }) => links.length > 0);
  return lines.flatMap(({ line, links }) => {
    if (links.length > 0) return links;
    const cell = (line.trim().split("\t")[0] ?? "").trim();
    return cell === "" || (hasLinks && cell.endsWith(":")) ? [] : [cell];
  });
}

function linksIn(line: string): string[] {
  const links = line.match(/\bhttps?:\/\/[^\s<>"]+/gi) ?? [];
  return links.map((link) => link.replace(link.includes("(") ? /[.,;]+$/ : /[.,;)]+$/, ""));
}
