import sniffEncoding from "html-encoding-sniffer";
import { detectUtf16 } from "../../../../shared/file-text.js";

const utf8 = "UTF-8";

function sniff(bytes: Uint8Array, contentType: string | undefined): string {
  const label = /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? "")?.[1];
  try {
    return sniffEncoding(bytes, {
      defaultEncoding: utf8,
      ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
    });
  } catch {
    // The library fails at a `<meta>` whose content ends with the word "charset".
    return utf8;
  }
}

/** Node lacks a few encodings of the standard. */
function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder();
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
 * Decodes a page as browsers do: by its byte-order mark, or else the header, its `<meta>` tag, or as UTF-8. Beyond that, its
 * bytes tell UTF-16, and a page that calls itself Latin but is UTF-8 throughout is UTF-8: pages that were saved keep the tag
 * of the shop.
 */
export function decodePage(bytes: Uint8Array, contentType: string | undefined): string {
  const decoder = createDecoder(detectUtf16(bytes) ?? sniff(bytes, contentType));
  return (singleByte.test(decoder.encoding) ? asUtf8(bytes) : null) ?? decoder.decode(bytes);
}
