import fc from "fast-check";
import { extract } from "../../../src/main/engine/extract/extract.js";
import { decodePage } from "../../../src/main/engine/sources/page/charset.js";
import { editText } from "../inputs/edits.js";
import { fixturePage, pageCases } from "../inputs/pages.js";
import { checkExtraction } from "../oracles/extraction.js";
import type { Target } from "../runner/target.js";

export const pages: Target = {
  name: "pages",
  input: "shop pages for the extractor: edited fixtures, in other encodings, deep, with giant attributes",
  casesPerMillion: 40_000,
  open: () => ({
    property: fc.asyncProperty(pageCases, async ({ page, edits, charset }) => {
      const { url, html } = fixturePage(page);
      const edited = editText(html, edits);
      const decoded =
        charset === null ? edited : decodePage(Buffer.from(edited), `text/html; charset=${charset}`);
      checkExtraction(decoded, extract({ url, html: decoded }));
    }),
  }),
};
