import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { sampleSeed } from "../../../../src/main/engine/sources/sample/market.js";
import { createProducts } from "../../../../src/main/engine/sources/sample/products.js";
import { SampleDrawing, samplePicture } from "../../../../src/renderer/components/sample-drawing.js";

it("every product of the sample market has a picture", () => {
  const withoutPicture = createProducts(sampleSeed).filter(({ fields }) => {
    const picture = samplePicture(fields.images?.[0]);
    if (picture === null) return false;
    const markup = renderToStaticMarkup(createElement(SampleDrawing, { picture, title: fields.title }));
    return !/\.svg[^"]*#picture"/.test(markup);
  });
  expect(withoutPicture.map(({ fields }) => fields.title)).toEqual([]);
});
