const wordsInName = 10;

/** Words of a part of an address, without numbers of articles and endings of files. */
function wordsOf(segment: string): string[] {
  const plain = segment.replace(/\.(?:html?|php|aspx?)$/i, "");
  return plain
    .split(/[-_+.,\s]+/)
    .filter((word) => /^(?:\p{L}+|\d{1,4}|[\p{L}\d]{1,8})$/u.test(word) && !/^\d{5,}$/.test(word));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What a link is about, by its shop and the words of its address; the page itself does not say. */
export function linkName(url: string): string {
  const { host, pathname } = new URL(url);
  const named = pathname
    .split("/")
    .map((segment) => wordsOf(decoded(segment)))
    .filter((words) => words.some((word) => /\p{L}{3}/u.test(word)));
  const most = named.reduce<string[]>(
    (longest, words) => (words.length >= longest.length ? words : longest),
    [],
  );
  const shop = host.replace(/^www\./, "");
  return most.length < 2 ? shop : `${shop}: ${most.slice(0, wordsInName).join(" ")}`;
}

/** Whether two titles share a word of at least three characters. */
export function hasCommonWord(one: string, other: string): boolean {
  const words = (title: string) => title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const known = new Set(words(one));
  return words(other).some((word) => known.has(word));
}

const writtenOut: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** In lower case, with German umlauts as they are typed without their keys: `Küchen` becomes `kuechen`. */
export function writeOutUmlauts(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => writtenOut[letter] ?? letter);
}
