import { decodeHTML } from "entities";

const isAscii = /^[\0-\x7f]*$/;
const entity = /&(?:[a-z]{2,8}|#x?[\da-f]{1,6});/i;
/** UTF-8 that was read as windows-1252 or Latin-1: `â‚¬`, `Â£`, `zÅ‚`. */
const misread = /â[‚\u0082]([\u00a0-\u00bf])|Â([£¥€]|(?=\s))|(?<=z)Å[‚\u0082]|(?<=K)Ä\u008d/g;
/** Cents in raised digits; a single one, or two behind cents, refer to a footnote. */
const raisedCents = /(?<=\d[.,]?)(?<![.,]\d{1,2})[⁰¹²³⁴-⁹]{2}(?![⁰¹²³⁴-⁹])/g;

/** Arabic, Persian, Thai and full-width digits begin at a multiple of 16; Devanagari and Bengali ones six behind one. */
const foreignDigits = /([٠-٩۰-۹๐-๙０-９])|[०-९০-৯]/g;

const inPence = /^((?:price|now|only|was)?:?\s*)(\d{1,2})\s?([p¢])$/i;

/**
 * A text as its author meant it: entities that were encoded twice, signs of currencies that were misread, raised cents, and
 * `85p` in pounds; with the digits of other scripts as `0` to `9`.
 */
export function repairedText(text: string): string {
  // Trimmed first: scripts leave texts of thousands of spaces, which a pattern would try from each of them.
  const trimmed = text.trim();
  const [, label = "", pence, sign] = inPence.exec(trimmed) ?? [];
  if (pence !== undefined) {
    const space = text.slice(0, text.indexOf(trimmed));
    return `${space}${label}${sign === "¢" ? "$" : "£"}0.${pence.padStart(2, "0")}`;
  }
  const decoded = text.includes("&") && entity.test(text) ? decodeHTML(text) : text;
  if (isAscii.test(decoded)) return decoded;
  return decoded
    .replace(raisedCents, (cents) => `^${cents.normalize("NFKC")}`)
    .replace(foreignDigits, (digit, isAligned?: string) =>
      String((digit.charCodeAt(0) & 15) - (isAligned === undefined ? 6 : 0)),
    )
    .replaceAll("٫", ".")
    .replace(/(?<=\d)，(?=\d{3}(?!\d))/g, ",")
    .replace(misread, (found, third?: string, sign?: string) => {
      // U+20A0 to U+20BF, the block of currency signs, has two bytes in common.
      if (third !== undefined) return String.fromCharCode(0x2000 + third.charCodeAt(0));
      return sign ?? (found.startsWith("Å") ? "ł" : "č");
    });
}
