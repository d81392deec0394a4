import type { Texts } from "../texts.js";

export const shown: Texts["shown"] = {
  rated: "Bewertet mit",
  outOfFiveBy: "von 5 durch",
  reviewers: "Bewertende",
  grade: (letter) => `Note ${letter}`,
  plus: "plus",
  minus: "minus",
  noGrade: "Noch keine Note",
  votes: "Stimmen:",
  insteadOf: "statt",
  identifiers: { barcode: "Barcode", asin: "ASIN", model: "Modell", mpn: "MPN" },
  identifiersToCopy: { barcode: "Barcode", asin: "ASIN", model: "Modell", mpn: "MPN" },
};
