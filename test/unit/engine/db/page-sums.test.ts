import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeSums,
  differingPages,
  encodeSums,
  isSameStamp,
  type PageSums,
  pageBytesOf,
  sumsOf,
} from "../../../../src/main/engine/db/page-sums.js";

const pageBytes = 512;

/** One or more pages, the last of which may be incomplete. */
const anyPages = fc.uint8Array({ minLength: 1, maxLength: 6 * pageBytes }).map((bytes) => Buffer.from(bytes));

const anyLog = fc.oneof(
  fc.constant(""),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString("hex")),
);

function sumsWith(pages: Buffer, log: string, changedUs = 1_795_294_620_472_774n): PageSums {
  return {
    stamp: { bytes: pages.length, changedUs, log },
    checkedMs: 1_795_294_620_472,
    pageBytes,
    sums: sumsOf(pages, pageBytes),
  };
}

function flipped(bytes: Buffer, at: number, by: number): Buffer {
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ by;
  return other;
}

const anyFlip = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) });

describe("page checksums", () => {
  it("page checksums identify the page of any changed byte", () => {
    fc.assert(
      fc.property(anyPages, anyFlip, (pages, { at, by }) => {
        const place = at % pages.length;
        const found = sumsOf(flipped(pages, place, by), pageBytes);
        expect(differingPages(sumsOf(pages, pageBytes), found)).toEqual([Math.floor(place / pageBytes) + 1]);
      }),
    );
  });

  it("page checksums are the same for pages in slices as for all pages at once", () => {
    fc.assert(
      fc.property(anyPages, (pages) => {
        const slices = [pages.subarray(0, 2 * pageBytes), pages.subarray(2 * pageBytes)];
        const sums = Buffer.concat(slices.map((slice) => sumsOf(slice, pageBytes)));
        expect(differingPages(sumsOf(pages, pageBytes), sums)).toEqual([]);
      }),
    );
  });

  it("page checksums identify missing and additional pages", () => {
    const three = sumsOf(Buffer.alloc(3 * pageBytes), pageBytes);
    const one = sumsOf(Buffer.alloc(pageBytes), pageBytes);
    expect(differingPages(three, one)).toEqual([2, 3]);
    expect(differingPages(one, three)).toEqual([2, 3]);
  });
});

describe("the checksum file", () => {
  it("the checksum file is read as it was written", () => {
    fc.assert(
      fc.property(anyPages, anyLog, fc.bigInt(0n, 2n ** 62n), (pages, log, changedUs) => {
        const sums = sumsWith(pages, /[^0]/.test(log) ? log : "", changedUs);
        expect(decodeSums(encodeSums(sums))).toEqual(sums);
      }),
    );
  });

  it("the checksum file is rejected with any byte changed, missing or added", () => {
    fc.assert(
      fc.property(anyPages, anyLog, anyFlip, (pages, log, { at, by }) => {
        const file = encodeSums(sumsWith(pages, log));
        expect(decodeSums(flipped(file, at % file.length, by))).toBeNull();
        expect(decodeSums(file.subarray(0, at % file.length))).toBeNull();
        expect(decodeSums(Buffer.concat([file, Buffer.of(by)]))).toBeNull();
      }),
    );
  });

  it("the checksum file is rejected when it is any other file", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodeSums(Buffer.from(bytes))).toBeNull();
      }),
    );
  });
});

describe("the stamp of a file", () => {
  const stamp = { bytes: 4_096, changedUs: 5n, log: "" };

  it.each([{ bytes: 8_192 }, { changedUs: 6n }, { log: "0a" }])(
    "the stamp of a file differs with %o",
    (change) => {
      expect(isSameStamp(stamp, { ...stamp, ...change })).toBe(false);
      expect(isSameStamp(stamp, { ...stamp })).toBe(true);
    },
  );
});

describe("the page size in a database's header", () => {
  const headWith = (value: number) => {
    const head = Buffer.alloc(100);
    head.writeUInt16BE(value, 16);
    return head;
  };

  it.each([
    [4_096, 4_096],
    [512, 512],
    [1, 65_536],
    [0, null],
    [256, null],
    [5_000, null],
  ])("the page size %i is read as %s", (value, bytes) => {
    expect(pageBytesOf(headWith(value))).toBe(bytes);
  });

  it("the page size is null in a truncated header", () => {
    expect(pageBytesOf(Buffer.alloc(17))).toBeNull();
  });
});
