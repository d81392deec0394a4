import { extract } from "../../../src/main/engine/extract/extract.js";
import { decodePage } from "../../../src/main/engine/sources/page/charset.js";
import { editText } from "../inputs/bytes.js";
import { fixturePage, type PageCase, pageCases } from "../inputs/pages.js";
import { judgeExtraction } from "../judges/extraction.js";
import { defineTarget } from "../machinery/define-target.js";

function htmlOf({ page, edits, charset }: PageCase): string {
  const text = editText(fixturePage(page).html, edits);
  if (charset === null) return text;
  return decodePage(Buffer.from(text), `text/html; charset=${charset}`);
}

export const pages = defineTarget<PageCase>({
  name: "pages",
  what: "shop pages for the reader: changed fixtures, in other encodings, deep, with giant attributes",
  share: 50_000,
  open: () => ({
    cases: pageCases,
    judge: (value) => {
      const html = htmlOf(value);
      judgeExtraction(html, extract({ url: fixturePage(value.page).url, html }));
    },
  }),
});
