import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { readProducts } from "../../../../src/main/engine/sources/sample/data.js";
import { SampleDrawing, samplePicture } from "../../../../src/renderer/components/sample-drawing.js";

it("every product of the sample market has a picture", () => {
  const withoutPicture = readProducts().filter(({ fields }) => {
    const picture = samplePicture(fields.images?.[0]);
    if (picture === null) return true;
    const markup = renderToStaticMarkup(createElement(SampleDrawing, { picture, title: fields.title }));
    return !/\.svg[^"]*#picture"/.test(markup);
  });
  expect(withoutPicture.map(({ fields }) => fields.title)).toEqual([]);
});
