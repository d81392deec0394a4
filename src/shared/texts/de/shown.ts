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
};
