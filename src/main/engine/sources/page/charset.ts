/** How much of a page is searched for a `<meta>` charset. */
const prescanBytes = 4_096;

const bomCharsets: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xfe, 0xff], "utf-16be"],
  [[0xff, 0xfe], "utf-16le"],
];

function fromBom(bytes: Uint8Array): string | null {
  return bomCharsets.find(([bom]) => bom.every((byte, i) => bytes[i] === byte))?.[1] ?? null;
}

function fromHeader(contentType: string | undefined): string | null {
  return /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? "")?.[1] ?? null;
}

function fromMeta(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, prescanBytes)).toString(
    "latin1",
  );
  return /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1] ?? null;
}

function findDecoder(name: string | null): TextDecoder | null {
  if (name === null) return null;
  try {
    return new TextDecoder(name);
  } catch {
    // Unknown encoding names are ignored.
    return null;
  }
}

const singleByte = /^(?:iso-8859|windows-125|koi8)/;

/** The text, if the bytes are UTF-8 and not plain ASCII. A last character that is cut off does not matter. */
function asUtf8(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return text.length < bytes.length ? text : null;
  } catch {
    return null;
  }
}

/**
 * Decodes a page by its byte-order mark, or else the header, its `<meta>` tag, or as UTF-8. A page that calls itself
 * Latin but is UTF-8 throughout is UTF-8: pages that were saved keep the tag of the shop.
 */
export function decodePage(bytes: Uint8Array, contentType: string | undefined): string {
  const marked = findDecoder(fromBom(bytes));
  if (marked !== null) return marked.decode(bytes);
  const decoder = findDecoder(fromHeader(contentType)) ?? findDecoder(fromMeta(bytes)) ?? new TextDecoder();
  return (singleByte.test(decoder.encoding) ? asUtf8(bytes) : null) ?? decoder.decode(bytes);
}
