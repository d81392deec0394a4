import { expect, it } from "vitest";
import { collectPage } from "../../../../src/main/engine/extract/html/collect-page.js";

/** Characters of all values of a page's microdata that nobody has claimed: what a reader has had to gather. */
function gathered(html: string): number {
  const { microdata } = collectPage(`<main itemscope>${html}</main>`);
  return microdata.flatMap(({ props }) => Object.values(props).flat()).join("").length;
}

const level = `<i itemprop="price">${"1".repeat(500)}`;

it("gathers no more for what stands within one another than in proportion to the page", () => {
  const [some, more] = [gathered(level.repeat(500)), gathered(level.repeat(2_000))];
  expect(more / some).toBeLessThan(6);
});

it("keeps the beginning of a long value", () => {
  const { microdata } = collectPage(
    `<main itemscope><p itemprop="description">Tide ${"lamp ".repeat(9_000)}</p></main>`,
  );
  expect(microdata[0]?.props.description).toEqual([expect.stringMatching(/^Tide lamp lamp/)]);
});
