import fc from "fast-check";
import { expect, it } from "vitest";
import { gtinCheckDigit, parseBarcode } from "../../../../src/main/engine/domain/gtin.js";

const digit = fc.integer({ min: 0, max: 9 });

function digits(length: number): fc.Arbitrary<string> {
  return fc.array(digit, { minLength: length, maxLength: length }).map((list) => list.join(""));
}

/** A valid GTIN of 8, 12, 13 or 14 digits. */
const gtin = fc
  .constantFrom(8, 12, 13, 14)
  .chain((length) => digits(length - 1))
  .map((body) => `${body}${gtinCheckDigit(body)}`);

const isbn10 = digits(9).map((body) => {
  const sum = [...body].reduce((total, each, i) => total + Number(each) * (10 - i), 0);
  const check = (11 - (sum % 11)) % 11;
  return `${body}${check === 10 ? "X" : check}`;
});

/** Puts hyphens and spaces between characters, as printed on packages. */
function printed(text: string): fc.Arbitrary<string> {
  const gap = fc.constantFrom("", "", "-", " ");
  return fc
    .array(gap, { minLength: text.length, maxLength: text.length })
    .map((gaps) => [...text].map((each, i) => each + gaps[i]).join(""));
}

function readGtin(text: string): string | null {
  const reading = parseBarcode(text);
  return reading.kind === "gtin" ? reading.gtin14 : null;
}

it.each([
  ["EAN-13", "400638133393", 1],
  ["UPC-A", "03600029145", 2],
  ["EAN-8", "7351353", 7],
  ["GTIN-14", "1061414100041", 5],
  ["a multiple of ten", "0000000", 0],
])("check digits agree with a published example: %s", (_name, body, check) => {
  expect(gtinCheckDigit(body)).toBe(check);
});

it("check digits catch any single wrong digit", () => {
  fc.assert(
    fc.property(gtin, fc.nat(), fc.integer({ min: 1, max: 9 }), (code, position, shift) => {
      const at = position % code.length;
      const wrong = (Number(code[at]) + shift) % 10;
      const typo = code.slice(0, at) + wrong + code.slice(at + 1);
      expect(parseBarcode(typo)).toEqual({ kind: "bad-check-digit" });
    }),
  );
});

it("check digits of an ISBN-10 catch any single wrong digit", () => {
  fc.assert(
    fc.property(isbn10, fc.nat(8), fc.integer({ min: 1, max: 9 }), (code, at, shift) => {
      const wrong = (Number(code[at]) + shift) % 10;
      expect(parseBarcode(code.slice(0, at) + wrong + code.slice(at + 1))).toEqual({
        kind: "maybe-isbn",
      });
    }),
  );
});

it("equal barcodes read the same as UPC-A, EAN-13 and GTIN-14", () => {
  fc.assert(
    fc.property(gtin, (code) => {
      const forms = [12, 13, 14].filter((length) => length >= code.length);
      const read = forms.map((length) => readGtin(code.padStart(length, "0")));
      expect(new Set(read)).toEqual(new Set([code.padStart(14, "0")]));
    }),
  );
});

it("equal barcodes read the same as ISBN-10 and as ISBN-13", () => {
  fc.assert(
    fc.property(isbn10, (code) => {
      const body = `978${code.slice(0, 9)}`;
      expect(readGtin(code)).toBe(readGtin(`${body}${gtinCheckDigit(body)}`));
      expect(readGtin(code)).not.toBeNull();
    }),
  );
});

it("equal barcodes read the same with hyphens and spaces anywhere", () => {
  const spaced = fc.oneof(gtin, isbn10).chain((code) => fc.tuple(fc.constant(code), printed(code)));
  fc.assert(
    fc.property(spaced, ([code, text]) => {
      expect(parseBarcode(text)).toEqual(parseBarcode(code));
    }),
  );
});

it.each([
  ["0-306-40615-2", "09780306406157"],
  ["080442957x", "09780804429573"],
  ["978-0-306-40615-7", "09780306406157"],
])("the barcode %s is read as %s", (text, expected) => {
  expect(readGtin(text)).toBe(expected);
});

it.each([
  ["", "not-a-barcode"],
  ["-", "not-a-barcode"],
  ["1234567", "not-a-barcode"],
  ["123456789", "not-a-barcode"],
  ["12345678901", "not-a-barcode"],
  ["123456789012345", "not-a-barcode"],
  ["0306406153", "maybe-isbn"],
  ["X306406152", "not-a-barcode"],
  ["00000000000X", "not-a-barcode"],
  ["WH-1000XM5", "not-a-barcode"],
  ["４００６３８１３３３９３１", "not-a-barcode"],
  ["4006381333932", "bad-check-digit"],
])("the text %j is classified as %s", (text, kind) => {
  expect(parseBarcode(text).kind).toBe(kind);
});
