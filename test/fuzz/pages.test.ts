import fc from "fast-check";
import { it } from "vitest";
import { extract } from "../../src/main/engine/extract/extract.js";
import { decodePage } from "../../src/main/engine/sources/page/charset.js";
import { editText } from "./inputs/edits.js";
import { fixturePage, pageCases } from "./inputs/pages.js";
import { checkExtraction } from "./oracles/extraction.js";
import { checkCases } from "./support/check-cases.js";

it("a page that is broken in any way is read without a crash, and only to prices that it shows", async () => {
  const property = fc.asyncProperty(pageCases, async ({ page, edits, charset }) => {
    const { url, html } = fixturePage(page);
    const edited = editText(html, edits);
    const decoded =
      charset === null ? edited : decodePage(Buffer.from(edited), `text/html; charset=${charset}`);
    checkExtraction(decoded, extract({ url, html: decoded }));
  });
  await checkCases(property, { cases: process.env.TIDEMARK_LONG === undefined ? 500 : 2_000 });
});
