/** The links in a text, without the punctuation that ends a sentence or closes a bracket around one. */
export function linksIn(text: string): string[] {
  const links = text.match(/\bhttps?:\/\/[^\s<>"]+/gi) ?? [];
  return links.map((link) => trimEnd(link, link.includes("(") ? ".,;" : ".,;)"));
}

/** A regular expression would read a long run of such characters once for each of them. */
function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (characters.includes(text.charAt(end - 1)) && end > 0) end--;
  return text.slice(0, end);
}
