import { describe, expect, it } from "vitest";
import type { VerdictFact } from "../../../../src/shared/app/statistics.js";
import { reasons as german } from "../../../../src/shared/texts/de/reasons.js";
import { verdictSentence } from "../../../../src/shared/texts/verdict-sentence.js";
import { germanFormats } from "./formats.js";

const price: VerdictFact = { kind: "price", price: 1_249.5, currency: "EUR" };

describe("verdicts in German", () => {
  it.each<[VerdictFact[], string]>([
    [[{ kind: "no_price" }], "Niemand hat es gerade auf Lager, also gibt es keinen Preis zu beurteilen."],
    [
      [price, { kind: "thin", days: 0 }],
      "Weniger als ein Tag Preisverlauf: zu wenig, um zu sagen, ob 1.249,50 € ein guter Preis ist.",
    ],
    [
      [price, { kind: "thin", days: 1 }],
      "Erst 1 Tag Preisverlauf: zu wenig, um zu sagen, ob 1.249,50 € ein guter Preis ist.",
    ],
    [
      [
        price,
        { kind: "against_median", days: 30, median: 1_500, percent: 17 },
        { kind: "against_median", days: 365, median: 1_000, percent: -25 },
        { kind: "lowest_was", price: 900 },
      ],
      "1.249,50 €: 17 % unter dem 30-Tage-Median von 1.500,00 €; 25 % über dem 365-Tage-Median von 1.000,00 €; der niedrigste Preis war 900,00 €.",
    ],
    [
      [price, { kind: "against_median", days: 30, median: 1_249.5, percent: 0 }, { kind: "lowest_so_far" }],
      "1.249,50 €: genau am 30-Tage-Median von 1.249,50 €; der niedrigste Preis bisher.",
    ],
  ])("a German verdict is a sentence with the figures: %j", (facts, sentence) => {
    expect(verdictSentence(facts, german.verdict, germanFormats).replaceAll("\u00a0", " ")).toBe(sentence);
  });
});
