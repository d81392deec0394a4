import fc from "fast-check";

/** Strings that are known to cause bugs. */
// biome-ignore format: one per line would fill a page
const trickyStrings = [
  "", " ", "\u0000", "\t\r\n", "%", "%zz", "%00", "%ff%fe", "%E0%A4%A", "%ed%a0%80", "%c0%af", "%25", "+",
  "&", "=", "#", "?", ",", ",,", "%2C", "'", '"', "\\", "`", "' OR 1=1 --", "'; DROP TABLE product;--",
  '"unclosed', "*", "NEAR(a b, 3)", "AND", "OR NOT", "title:x", "{title brand}:x", "^", "-", "(((((",
  "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "toJSON", "length", "null",
  "undefined", "NaN", "Infinity", "-0", "0", "-1", "1e999", "1e-400", "0x10", "1_000", "9007199254740993",
  "999999999999999999999", "1.7976931348623157e309", "٣", "１２", "true", "false", "[]", "{}",
  "[object Object]", "../../etc/passwd", "..\\..\\", "file:///etc/passwd", "javascript:alert(1)",
  "<script>alert(1)</script>", "{{7*7}}", "\ud800", "\udfff\ud800", "\ufeff", "\ufffe", "\u2028",
  "\u202e\u200f", "e\u0301\u0301\u0301", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}", "İ", "ß", "ﬀ", "ǅ",
  "2026-02-30", "2026-06-31", "0000-00-00", "2026-6-1", "+275760-09-13", "2026-06-15T12:00:00Z",
  "275761-01-01", "1969-12-31", "9999-12-31", "2024-02-29", "http://", "https://[", "http://%20",
  "https://a:b@c/", "https://shop.example:99999/x", "product//", "product/a/b/c", "B0", "0036000291452",
  "036000291453",
] as const;

const longStrings = [255, 256, 1_000, 1_001, 2_000, 4_097].map((length) => "x".repeat(length));
const hugeStrings = [20_000, 70_000].flatMap((length) => [
  "x".repeat(length),
  "é,".repeat(length / 2),
  "a ".repeat(length / 2),
]);

/** Any text of at most a few thousand characters. */
export const anyText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...trickyStrings) },
  { weight: 4, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme-composite", maxLength: 8 }) },
  { weight: 2, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.constantFrom(...longStrings) },
);

/** Like `anyText`, with one huge text in about sixty. */
export const anyTextOrHuge = fc.oneof(
  { weight: 60, arbitrary: anyText },
  { weight: 1, arbitrary: fc.constantFrom(...hugeStrings) },
);

/** Replaces lone surrogates, which have no encoding. */
export function replaceSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
