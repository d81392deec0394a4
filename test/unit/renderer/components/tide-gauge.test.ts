import { afterEach, expect, it } from "vitest";
import { tideSentence } from "../../../../src/renderer/components/tide-gauge.js";
import { speakTo } from "../../../../src/renderer/lib/texts.js";
import * as de from "../../../../src/shared/texts/de/index.js";
import * as en from "../../../../src/shared/texts/en/index.js";
import type { TideLevels } from "../../../../src/shared/tide/geometry.js";

const kettle: TideLevels = {
  price: 48.99,
  low: 45,
  high: 89,
  usual: { low: 58, high: 66 },
  target: 46,
  days: 400,
  isHighTide: false,
};

afterEach(() => speakTo({ language: "en", locale: "en-US" }, en));

it("the gauge says how high the price stands, its range, what is usual and the target", () => {
  expect(tideSentence(kettle, "USD")).toBe(
    "$48.99: near the lowest price. From $45.00 to $89.00 in the last year. Usually $58.00 to $66.00. Target: $46.00.",
  );
});

it("the gauge says that a product is out of stock", () => {
  expect(tideSentence({ ...kettle, price: null, usual: null, target: null, days: 20 }, "USD")).toBe(
    "Out of stock now. From $45.00 to $89.00 in 20 days so far.",
  );
});

it("the gauge speaks German", () => {
  speakTo({ language: "de", locale: "de-DE" }, de);
  expect(tideSentence(kettle, "EUR").replaceAll("\u00a0", " ")).toBe(
    "48,99 €: nahe am niedrigsten Preis. Von 45,00 € bis 89,00 € in den letzten zwölf Monaten. Üblich: 58,00 € bis 66,00 €. Zielpreis: 46,00 €.",
  );
});
