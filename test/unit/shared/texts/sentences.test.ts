import { expect, it } from "vitest";
import type { ReasonClauses } from "../../../../src/shared/app/reasons.js";
import type { VerdictFact } from "../../../../src/shared/app/statistics.js";
import { reasons as german } from "../../../../src/shared/texts/de/reasons.js";
import { reasons as english } from "../../../../src/shared/texts/en/reasons.js";
import {
  formatDayWithin,
  reasonSentence,
  type SentenceFormats,
  verdictSentence,
} from "../../../../src/shared/texts/sentences.js";

type Head = ReasonClauses["head"];
type Clause = ReasonClauses["clauses"][number];

const price = { price: 249.99, currency: "EUR" } as const;
const head: Head = { kind: "price", ...price, retailer: "shop.example" };

/** Formats figures as the window does for a user in Germany. */
const germanFormats: SentenceFormats = {
  money: (amount, currency) => new Intl.NumberFormat("de-DE", { style: "currency", currency }).format(amount),
  percent: (value) => new Intl.NumberFormat("de-DE", { style: "percent" }).format(value / 100),
  date: (iso) =>
    new Intl.DateTimeFormat("de-DE", { day: "numeric", month: "long", timeZone: "UTC" }).format(
      new Date(iso),
    ),
  day: (day) => formatDayWithin(day, "de-DE"),
};

function render(clauses: ReasonClauses, texts = german): string {
  return reasonSentence(clauses, texts, germanFormats).replaceAll("\u00a0", " ");
}

it.each<[Head, string]>([
  [head, "249,99 € bei shop.example"],
  [{ ...head, retailer: null }, "249,99 €"],
  [{ ...head, kind: "back_in_stock" }, "Wieder lieferbar bei shop.example für 249,99 €"],
  [{ ...head, kind: "back_in_stock", retailer: null }, "Wieder lieferbar für 249,99 €"],
  [{ ...head, paid_with: "member" }, "249,99 € als Mitglied bei shop.example"],
  [
    { ...head, kind: "back_in_stock", paid_with: "coupon", shipping: 4.9 },
    "Wieder lieferbar bei shop.example für 249,99 € mit dem Coupon, Versand inbegriffen",
  ],
  [{ ...head, retailer: null, shipping: 4.9 }, "249,99 €, Versand inbegriffen"],
  [{ kind: "out_of_stock", retailer: "shop.example" }, "Ausverkauft bei shop.example"],
  [{ kind: "out_of_stock", retailer: null }, "Ausverkauft"],
  [{ kind: "checks_recovered", retailer: "shop.example" }, "Prüfungen bei shop.example gelingen wieder"],
])("a reason begins with what happened: %j", (each, sentence) => {
  expect(render({ head: each, clauses: [] })).toBe(sentence);
});

it.each<[Clause, string]>([
  [{ kind: "target", price: 260, currency: "EUR", is_under: true }, "unter dem Zielpreis von 260,00 €"],
  [{ kind: "target", ...price, is_under: false }, "am Zielpreis von 249,99 €"],
  [{ kind: "was", price: 300, currency: "EUR", percent: 17 }, "vorher 300,00 € (−17 %)"],
  [{ kind: "was", price: 200, currency: "EUR", percent: -25 }, "vorher 200,00 € (+25 %)"],
  [
    { kind: "was", price: 300, currency: "EUR", percent: 17, is_elsewhere: true },
    "bester Preis vorher: 300,00 €",
  ],
  [{ kind: "under_median30", percent: 18 }, "18 % unter dem üblichen Preis"],
  [
    { kind: "under_highest", percent: 38, price: 400, currency: "EUR" },
    "38 % unter dem höchsten Preis von 400,00 €",
  ],
  [{ kind: "lowest_ever" }, "so günstig wie noch nie"],
  [{ kind: "lowest_since", at: "2026-03-03T10:00:00.000Z" }, "so günstig wie seit 3. März nicht mehr"],
  [{ kind: "lowest_in_days", days: 1 }, "niedrigster Preis seit 1 Tag"],
  [{ kind: "lowest_in_days", days: 6 }, "niedrigster Preis seit 6 Tagen"],
  [{ kind: "lowest_so_far" }, "niedrigster Preis bisher"],
  [
    { kind: "less_than_paid", amount: 30, currency: "EUR", return_until: "2001-12-12" },
    "30,00 € unter deinem Kaufpreis, Rückgabe bis 12. Dez. 2001",
  ],
])("a reason states %j in German", (clause, text) => {
  expect(render({ head, clauses: [clause] })).toBe(`249,99 € bei shop.example, ${text}`);
});

it("a reason states all of its clauses in order", () => {
  const clauses: Clause[] = [{ kind: "lowest_ever" }, { kind: "under_median30", percent: 18 }];
  expect(render({ head, clauses })).toBe(
    "249,99 € bei shop.example, so günstig wie noch nie, 18 % unter dem üblichen Preis",
  );
});

const failing = (outcome: string): ReasonClauses => ({
  head: { kind: "checks_failing", retailer: "a.example", failures: 5, outcome, detail: "The shop is shut" },
  clauses: [],
});

it("the reason of failing checks is translated into German if a translation exists", () => {
  expect(render(failing("blocked"))).toBe(
    "5 Prüfungen in Folge sind bei a.example fehlgeschlagen: vom Shop abgewiesen",
  );
  expect(render(failing("http 503"))).toContain(": The shop is shut");
});

it("the reason of failing checks is in the words of the check in English", () => {
  expect(render(failing("blocked"), english)).toBe(
    "5 checks in a row have failed at a.example: The shop is shut",
  );
});

const verdictPrice: VerdictFact = { kind: "price", price: 1_249.5, currency: "EUR" };

it.each<[VerdictFact[], string]>([
  [[{ kind: "no_price" }], "Zurzeit überall ausverkauft."],
  [
    [verdictPrice, { kind: "thin", days: 0 }],
    "Weniger als ein Tag Preisverlauf: zu wenig, um zu sagen, ob 1.249,50 € ein guter Preis ist.",
  ],
  [
    [verdictPrice, { kind: "thin", days: 1 }],
    "Erst 1 Tag Preisverlauf: zu wenig, um zu sagen, ob 1.249,50 € ein guter Preis ist.",
  ],
  [
    [
      verdictPrice,
      { kind: "against_median", days: 30, median: 1_500, percent: 17 },
      { kind: "against_median", days: 365, median: 1_000, percent: -25 },
      { kind: "lowest_was", price: 900, is_over_a_year_ago: false },
      { kind: "dearer_than", percent: 80, days: 365 },
    ],
    "1.249,50 €: 17 % unter dem 30-Tage-Median von 1.500,00 € und 25 % über dem 365-Tage-Median von 1.000,00 €. Der niedrigste Preis bisher war 900,00 €. Günstiger war es an 80 % der Tage in den letzten zwölf Monaten.",
  ],
  [
    [
      verdictPrice,
      { kind: "against_median", days: 17, median: 1_249.5, percent: 0 },
      { kind: "not_cheaper", days: 17 },
    ],
    "1.249,50 €: genau am 17-Tage-Median von 1.249,50 €. Günstiger war es in bisher 17 Tagen nie.",
  ],
  [
    [
      verdictPrice,
      { kind: "against_median", days: 30, median: 1_000, percent: -25 },
      { kind: "not_dearer", days: null },
    ],
    "1.249,50 €: 25 % über dem 30-Tage-Median von 1.000,00 €. Teurer war es bisher nie.",
  ],
  [
    [
      verdictPrice,
      { kind: "against_median", days: 30, median: 1_500, percent: 17 },
      { kind: "cheaper_than", percent: 62, days: 60 },
    ],
    "1.249,50 €: 17 % unter dem 30-Tage-Median von 1.500,00 €. Teurer war es an 62 % der bisher 60 Tage.",
  ],
  [
    [verdictPrice, { kind: "steady", days: 17 }],
    "An allen bisher 17 Tagen 1.249,50 €. Ob das ein guter Preis ist, zeigt sich, sobald er sich bewegt.",
  ],
])("a German verdict states the figures: %j", (facts, sentence) => {
  expect(verdictSentence(facts, german.verdict, germanFormats).replaceAll("\u00a0", " ")).toBe(sentence);
});
