import { maxListChars } from "./app/limits.js";

/** The largest archive whose texts are read; pictures and old pages may fill it. */
export const maxZipBytes = 100 * 1_048_576;
/** A step of this many bytes yields at most a thousand times as many. */
const zipStepBytes = 4_096;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Detects UTF-16 by its byte order mark, or by the zero bytes beside Latin letters; others have few, such as 一. */
export function detectUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const head = bytes.subarray(0, 2_000);
  const zeros = [0, 1].map((rest) => head.filter((byte, i) => byte === 0 && i % 2 === rest).length);
  const [even = 0, odd = 0] = zeros;
  const [few, many] = even < odd ? [even, odd] : [odd, even];
  if (many < head.length / 4 || few > many / 8) return null;
  return even > odd ? "utf-16be" : "utf-16le";
}

/** Also text that older spreadsheets save in windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = detectUtf16(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The texts of an archive by their names; `null` if they are larger than a list may be. Throws for a damaged archive. */
async function unzipTexts(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
): Promise<Map<string, string> | null> {
  // Few files are archives. The entry for Node would need `require`.
  const { Unzip, UnzipInflate } = await import("fflate/browser");
  const parts = new Map<string, Uint8Array<ArrayBuffer>[]>();
  let left = maxListChars;
  const unzip = new Unzip((file) => {
    if (!isWanted(file.name)) return;
    const own: Uint8Array<ArrayBuffer>[] = [];
    parts.set(file.name, own);
    file.ondata = (error, part) => {
      if (error) throw error;
      left -= part.length;
      own.push(part);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length && left >= 0; at += zipStepBytes)
    unzip.push(bytes.subarray(at, at + zipStepBytes), at + zipStepBytes >= bytes.length);
  if (left < 0) return null;
  const texts = new Map<string, string>();
  for (const [name, own] of parts)
    texts.set(name, decodeText(new Uint8Array(await new Blob(own).arrayBuffer())));
  return texts;
}

const lists = [
  "url-watches.json",
  "changedetection.json",
  "url-list-with-tags.txt",
  "watch.json",
  "tag.json",
];
const listName = new RegExp(`(?:^|/)(?:${lists.join("|").replaceAll(".", "\\.")})$`);

/** The list in a backup of changedetection.io; newer versions have a file for each watch and each tag. */
function listInBackup(texts: ReadonlyMap<string, string>): string | null {
  const all = (end: string) => [...texts].flatMap(([name, text]) => (name.endsWith(end) ? [text] : []));
  const [old] = all("url-watches.json");
  if (old !== undefined) return old;
  const watches = all("/watch.json").map((watch, i) => `"${i}":${watch}`);
  const store = all("changedetection.json")[0] ?? "{}";
  if (watches.length > 0) return `{"watching":{${watches}},"tags":[${all("/tag.json")}],"store":${store}}`;
  return all("url-list-with-tags.txt")[0] ?? null;
}

/** The text of a file of links, also of one in a backup of changedetection.io; `null` if it is too large. */
export async function textOfFile(bytes: Uint8Array): Promise<string | null> {
  if (!isZip(bytes)) return bytes.length > maxListChars ? null : decodeText(bytes);
  try {
    const texts = bytes.length > maxZipBytes ? null : await unzipTexts(bytes, (name) => listName.test(name));
    // Another archive is refused by how it begins.
    return texts && (listInBackup(texts) ?? decodeText(bytes.subarray(0, 4)));
  } catch {
    return decodeText(bytes.subarray(0, 4));
  }
}
