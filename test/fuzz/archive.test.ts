import fc from "fast-check";
import { expect, it } from "vitest";
import { planCopies, timestampMs } from "../../src/main/engine/domain/archived-page.js";
import { parseIndex } from "../../src/main/engine/sources/archive/archive.js";
import { anyEdit, editText } from "./inputs/edits.js";
import { anyText } from "./inputs/text.js";
import { checkCases } from "./support/check-cases.js";

const url = "https://shop.example/p/1";
const names = ["timestamp", "original", "statuscode", "mimetype", "digest"];
const digest = "SYUZ24PWTPMHZM5JKCKTMYRQPIL6KAAU";
const index = JSON.stringify([
  names,
  ["20240115120000", "http://www.shop.example:80/p/1?utm_source=x", "200", "text/html", digest],
  ["20240215120000", url, "-", "warc/revisit", digest],
  ["20240315120000", url, "200", "text/html", "-"],
]);
const tokens = [
  "[",
  "]",
  '"',
  "null",
  "{}",
  "99999999999999",
  "20240230120000",
  names.join(),
  "\\u0000",
  "1e999",
  url,
];

it("an index of an archive yields valid copies of the page, each time once, or is none", async () => {
  expect(parseIndex(index, url)).toHaveLength(3);
  const edits = fc.array(anyEdit(fc.oneof(fc.constantFrom(...tokens), anyText)), { maxLength: 6 });
  const property = fc.asyncProperty(fc.oneof(fc.constant(index), anyText), edits, async (text, changes) => {
    const copies = parseIndex(editText(text, changes), url);
    if (copies === null) return;
    const times = copies.map(({ timestamp }) => timestamp);
    expect(new Set(times).size).toBe(times.length);
    for (const copy of copies) {
      expect(timestampMs(copy.timestamp)).not.toBeNaN();
      expect(copy.digest ?? digest).toMatch(/^[\w+/=:-]{8,100}$/);
    }
    const untilMs = Date.UTC(2026, 0);
    expect(planCopies(copies, { sinceMs: null, untilMs, knownMs: [] }).length).toBeLessThanOrEqual(36);
  });
  await checkCases(property, { cases: 300 });
});
